// Projector mode: trees, numbers, and sentences only, in large letters. Key P begins and ends it.
//
// The buttons of the player are hidden, so keys replace them: Space plays and pauses, and the arrow
// keys go from step to step.

import { byId } from "./dom.js";
import { change, onChange, state } from "./state.js";

/** Sets up the mode for a player of searches. */
export function projectWith(player) {
  const button = byId("projector");
  const isOn = () => document.body.classList.contains("projector");
  const set = (on) => {
    if (on) {
      change({ show: "search" });
    }
    document.body.classList.toggle("projector", on);
    button.setAttribute("aria-pressed", String(on));
    scrollTo(0, 0);
  };
  const keys = { Escape: () => set(false), " ": () => player.toggle(), ArrowLeft: () => player.move(-1), ArrowRight: () => player.move(1) };
  const press = (event) => {
    const { key, target } = event;
    const isTyped = target.isContentEditable || target.matches?.("input:not([type=range], [type=checkbox]), textarea, select");
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const act = key === "p" || key === "P" ? () => set(!isOn()) : isOn() && Object.hasOwn(keys, key) ? keys[key] : null;
    if (act !== null) {
      event.preventDefault();
      // Otherwise the arrow keys would also slide tiles of the hidden board.
      event.stopPropagation();
      act();
    }
  };
  button.addEventListener("click", () => set(!isOn()));
  addEventListener("keydown", press, { capture: true });
  onChange(() => {
    if (isOn() && state.get("show") !== "search") {
      set(false);
    }
  });
}
