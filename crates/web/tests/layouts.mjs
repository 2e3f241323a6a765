// The layouts that tests run in. A layout is a transport ("server", or "file" for the single file) and a size of screen.
//
// Environment variable: with EVERY_LAYOUT=1, tests that can run in all four layouts do.

let counted = 0;

/**
 * The layouts that a test runs in. A test that can run in all four runs in two that cover both transports and both sizes.
 * Successive tests of a file alternate between the two such pairs. Running all four would take twice as long.
 */
export function layouts(transports, sizes) {
  const all = transports.flatMap((transport) => sizes.map((size) => ({ transport, size })));
  if (all.length < 4 || process.env.EVERY_LAYOUT === "1") {
    return all;
  }
  counted += 1;
  return counted % 2 ? [all[0], all[3]] : [all[1], all[2]];
}
