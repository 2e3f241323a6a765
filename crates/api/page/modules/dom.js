// Helpers for elements of the page.

const SVG = "http://www.w3.org/2000/svg";

/** Returns the element with an id, which must exist. */
export function byId(id) {
  return document.getElementById(id);
}

/** Creates an element with attributes and children. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Creates an SVG element with attributes and children. */
export function draw(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Creates an icon from the page's sprite. */
export function icon(name) {
  return draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#icon-${name}` }));
}

/** Whether the user prefers reduced motion. */
export function wantsStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A number with its noun: 1 move, 2 moves. Digits are grouped from 1,000 on. */
export function counted(number, noun, nouns = `${noun}s`) {
  return `${grouped(number)} ${Number(number) === 1 ? noun : nouns}`;
}

/**
 * Groups digits in threes. Counts of paths may exceed a number's precision, so they are strings.
 */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** The message of an error, for users. */
export function explained(error) {
  return error.help === undefined ? error.message : `${error.message}. ${error.help}`.replace(".. ", ". ");
}

/** Copies a text, and briefly confirms it on the button. */
export async function copy(text, button) {
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    said = "Not allowed to copy";
  }
  label.textContent = said;
  setTimeout(() => (label.textContent = before), 1500);
}
