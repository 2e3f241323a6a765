// Small helpers for what stands on the page.

const SVG = "http://www.w3.org/2000/svg";

/** The element with an id, which is in the page. */
export function byId(id) {
  return document.getElementById(id);
}

/** A new element, with attributes and children. */
export function make(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** A new element of a drawing, with attributes and children. */
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

/** A picture of the sprite that stands in the page. */
export function icon(name) {
  return draw("svg", { class: "icon", "aria-hidden": "true" }, draw("use", { href: `#icon-${name}` }));
}

/** Does the reader want things to stand still? */
export function wantsStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A number with its noun: 1 move, 2 moves; and groups of three digits from 1,000 on. */
export function counted(number, noun, nouns = `${noun}s`) {
  return `${grouped(number)} ${Number(number) === 1 ? noun : nouns}`;
}

/** Digits in groups of three. Counts of paths may be larger than a number holds, and come as texts. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** What went wrong, in words for the reader. */
export function explained(error) {
  return error.help === undefined ? error.message : `${error.message}. ${error.help}`.replace(".. ", ". ");
}

/** Copies a text, and says so on the button for a moment. */
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
