/** Keeps training in the browser. */

import { keeper } from "../../keep/keeper";
import { NOTHING, parseKept } from "./kept";

export const { current, change, useKept } = keeper("training", parseKept, NOTHING);
