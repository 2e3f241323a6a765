// The colors of contours: all nodes with the same f have the same hue.
//
// The colors get steadily lighter from violet to green, so that they differ for color-blind people
// and in gray. Each has a contrast of at least 3:1 to the background of the tree.

const RAMPS = {
  light: ["#4d0a55", "#4a4bd0", "#0a7ccc", "#0a9380", "#6b8c00"],
  dark: ["#9a7bff", "#5aa2ff", "#35c3d6", "#62dd8c", "#dcec72"],
};

/** A color for each of a number of contours, from the smallest f. */
export function contourColours(count, scheme) {
  const ramp = RAMPS[scheme];
  return Array.from({ length: count }, (_, index) => between(ramp, count === 1 ? 0 : index / (count - 1)));
}

/** The color at a part of a ramp, from 0 to 1. */
function between(ramp, part) {
  const place = part * (ramp.length - 1);
  const [from, to] = [ramp[Math.floor(place)], ramp[Math.ceil(place)]].map(channels);
  const rest = place % 1;
  return `rgb(${from.map((value, index) => Math.round(value + (to[index] - value) * rest)).join(" ")})`;
}

function channels(colour) {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
}
