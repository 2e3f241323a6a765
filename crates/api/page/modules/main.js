// The entry point: each module sets up a part of the page; then the state is shown.

import "./board-view.js";
import "./compare.js";
import { learnTables } from "./controls.js";
import "./daily.js";
import "./histogram.js";
import "./judge.js";
import "./lesson-panel.js";
import "./panels.js";
import "./search-panel.js";
import "./solution.js";
import "./status.js";
import { begin } from "./state.js";

begin();
learnTables();
