// The panels, of which one is open at a time, and the page's header: colors, link, printing.

import { byId, copy } from "./dom.js";
import { repaintTrees } from "./search-panel.js";
import { change, onChange, state } from "./state.js";

const tabs = [...document.querySelectorAll("[role=tab]")];

/** The color schemes; the first is that of the system. */
const THEMES = ["auto", "light", "dark"];

function showPanel() {
  const open = tabs.some((tab) => tab.dataset.panel === state.get("show")) ? state.get("show") : "solution";
  document.body.dataset.show = open;
  for (const tab of tabs) {
    const isOpen = tab.dataset.panel === open;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
}

/** Arrow keys move between tabs, and open them. */
function pressKey(event) {
  const here = tabs.indexOf(event.target);
  const target = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (target !== undefined) {
    event.preventDefault();
    const tab = tabs.at(target % tabs.length);
    change({ show: tab.dataset.panel });
    tab.focus();
  }
}

/** The choice of an earlier visit, if the browser stores it. */
function keptTheme() {
  try {
    return localStorage.getItem("theme") ?? "auto";
  } catch {
    return "auto";
  }
}

/** The choice of an earlier visit if it is valid, otherwise that of the system. */
function chosenTheme() {
  return THEMES.includes(keptTheme()) ? keptTheme() : THEMES[0];
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const button = byId("theme");
  button.setAttribute("aria-label", `Color scheme: ${theme}`);
  button.title = `Color scheme: ${theme}`;
  button.querySelector("use").setAttribute("href", `#icon-${theme}`);
  repaintTrees();
}

function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length];
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the choice only lasts for this visit.
  }
  showTheme(theme);
}

for (const tab of tabs) {
  tab.addEventListener("click", () => change({ show: tab.dataset.panel }));
  tab.addEventListener("keydown", pressKey);
}
byId("theme").addEventListener("click", nextTheme);
byId("share").addEventListener("click", () => copy(state.link()));
byId("print").addEventListener("click", () => print());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaintTrees);
// A theme chosen in another tab also applies to this one.
addEventListener("storage", ({ key }) => key === "theme" && showTheme(chosenTheme()));
// The trees are drawings in the colors of the screen; paper is light.
addEventListener("beforeprint", () => showTheme("light"));
addEventListener("afterprint", () => showTheme(chosenTheme()));
byId("skip").addEventListener("click", () => tabs.find(({ tabIndex }) => tabIndex === 0).focus());
// The single file contains the WebAssembly module, and has no server.
byId("served").hidden = document.getElementById("core") !== null;
onChange(showPanel);
showTheme(chosenTheme());
