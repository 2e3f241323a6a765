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

/**
 * Sets a text if it differs: otherwise the browser would lay the page out again, and a screen
 * reader would repeat the text. A text that is there already is changed in place, which is faster.
 */
export function setText(element, text) {
  const { firstChild, lastChild } = element;
  if (firstChild instanceof Text && firstChild === lastChild) {
    if (firstChild.data !== text) {
      firstChild.data = text;
    }
  } else if (element.textContent !== text) {
    element.textContent = text;
  }
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
export function explained({ message, help }) {
  const words = capitalized(message);
  return help === undefined ? words : `${words}. ${help}`.replace(".. ", ". ");
}

/** A text that begins with a capital letter. */
export function capitalized(text) {
  return text.replace(/^./, (first) => first.toUpperCase());
}

let noticeTimer = null;

/** Briefly shows a message at the edge of the window; screen readers read it aloud. */
export function notify(words) {
  const notice = byId("notice");
  clearTimeout(noticeTimer);
  notice.textContent = words;
  noticeTimer = setTimeout(() => (notice.textContent = ""), 2500);
}

/** Runs an action of the user, and shows the message of its failure. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    notify(explained(error));
  }
}

/** Copies a text, and confirms it. */
export async function copy(text) {
  let message = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    message = "The browser does not allow copying";
  }
  notify(message);
}
