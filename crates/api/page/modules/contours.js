// The colors of contours: all nodes with the same f have the same color.
//
// The colors get lighter in equal steps, from wine red to sky blue, so that they also differ in
// gray and for color-blind people. Each has a contrast of at least 3:1 to the background of the tree.

const RAMPS = {
  light: ["#6b0a45", "#6f2580", "#6049a8", "#4674c4", "#1397d0"],
  dark: ["#b83997", "#ae70d9", "#9da2fd", "#a0ceff", "#c5f0fe"],
};

/** A color for each of a number of contours, from the smallest f. */
export function contourColors(count, scheme) {
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

function channels(color) {
  return [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
}
