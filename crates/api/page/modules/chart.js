// Charts, drawn as SVG: axes with round numbers, bars and lines.

import { draw, grouped } from "./dom.js";

/** The size of the drawing; the page scales it. */
export const CHART = { width: 720, height: 360, left: 78, right: 16, top: 34, bottom: 44 };

/** A scale from numbers to positions along an axis, optionally logarithmic. */
export function scaleOf([from, to], [first, last], isLogarithmic = false) {
  const measure = isLogarithmic ? Math.log10 : (value) => value;
  const span = measure(to) - measure(from) || 1;
  return (value) => first + ((measure(value) - measure(from)) / span) * (last - first);
}

/** An empty chart with axes. `xTicks` and `yTicks` are lists of numbers; `x` and `y` are scales. */
export function emptyChart({ label, x, y, xTicks, yTicks, xName, yName }) {
  const { width, height, left, right, top, bottom } = CHART;
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": label });
  for (const tick of yTicks) {
    chart.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }));
    chart.append(draw("text", { class: "tick end", x: left - 8, y: y(tick) + 4 }, grouped(tick)));
  }
  for (const tick of xTicks) {
    chart.append(draw("text", { class: "tick middle", x: x(tick), y: height - bottom + 20 }, String(tick)));
  }
  chart.append(draw("text", { class: "tick middle", x: (left + width - right) / 2, y: height - 6 }, xName));
  chart.append(draw("text", { class: "tick", x: 4, y: 14 }, yName));
  return chart;
}

/** Powers of ten from 1 to the first that is at least as large as a number. */
export function powersUpTo(most) {
  const ticks = [1];
  while (ticks.at(-1) < most) {
    ticks.push(ticks.at(-1) * 10);
  }
  return ticks;
}

/** Round numbers, at most six, from 0 to the first that is at least as large as a number. */
export function roundUpTo(most) {
  const raw = Math.max(1, most) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw);
  const whole = Math.max(1, step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, index) => index * whole);
}
