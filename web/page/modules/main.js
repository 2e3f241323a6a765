// The page: each module brings a part of it to life; when all are there, the state is shown.

import "./board-view.js";
import "./compare.js";
import { learnTables } from "./controls.js";
import "./histogram.js";
import "./judge.js";
import "./panels.js";
import "./search-panel.js";
import "./solution.js";
import "./status.js";
import { begin } from "./state.js";

begin();
learnTables();
