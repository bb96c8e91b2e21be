// @ts-check
/** Coppe: a goblet with a golden rim, a knot on its stem and a wide foot. */

import { BLUE, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED, RED_DARK } from "../palette.js";
import { circle, ellipse, group, path, short } from "../shape.js";

/** @typedef {import("../shape.js").Shape} Shape */

/** A cup 31 wide and 48 high around the origin. @type {(line: number) => Shape} */
export function cup(line) {
  const thin = { "stroke-width": short(line * 0.7) };
  return group(
    { stroke: INK, "stroke-width": short(line), "stroke-linejoin": "round" },
    path("M-3 8C-3 14-11.5 16-12 24H12C11.5 16 3 14 3 8Z", { fill: GOLD }),
    path("M-11.5 20.5H11.5", { fill: "none", stroke: GOLD_DARK }),
    path("M-15.5-18C-15.5-2-9 6.5 0 6.5 9 6.5 15.5-2 15.5-18Z", { fill: RED }),
    path("M4 6C11.5 3 15-5 15-16H10.5C10.5-6 8.5 1.5 4 6Z", { fill: RED_DARK, stroke: "none" }),
    path("M-14.9-9.5C-7-6.5 7-6.5 14.9-9.5L13.9-4.9C6-2 -6-2-13.9-4.9Z", { fill: GOLD, ...thin }),
    circle(0, -4.9, 1.9, { fill: BLUE, ...thin }),
    path("M-7.5-5.7H-7.4M7.4-5.7H7.5", { stroke: RED, "stroke-width": 2.6, "stroke-linecap": "round" }),
    ellipse(0, -18.6, 15.5, 4.6, { fill: GOLD }),
    ellipse(0, -18.4, 12, 2.7, { fill: RED_DARK, ...thin }),
    ellipse(0, 9, 5.6, 3.2, { fill: GOLD_LIGHT }),
  );
}
