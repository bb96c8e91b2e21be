// @ts-check
/** What lies on the table beside the cards: hint tokens, the fuse, the places of the fireworks. */

import { sheet } from "../frame.js";
import { INK, RED, WOOD } from "../palette.js";
import { circle, group, path, placed } from "../shape.js";
import { LAMP } from "./colours.js";

/** @typedef {import("../shape.js").Shape} Shape */

const OUTLINE = { stroke: INK, "stroke-width": 1.6, "stroke-linejoin": "round", "stroke-linecap": "round" };
const SPENT = {
  fill: "none",
  stroke: "currentColor",
  "stroke-opacity": 0.45,
  "stroke-width": 1.8,
  "stroke-dasharray": "3.5 3.5",
};

/** A paper lantern, lit while the hint is there to be given. @type {(lit: boolean, name?: string) => Shape} */
export const hint = (lit, name = "") =>
  sheet(
    32,
    32,
    name,
    lit
      ? group(
          OUTLINE,
          path("M16 2V5M16 26V30M13 30H19", { fill: "none" }),
          path("M16 6C25 6 28 11 28 15.5 28 20 25 25 16 25 7 25 4 20 4 15.5 4 11 7 6 16 6Z", { fill: LAMP }),
          path("M16 6C11 9 10 12 10 15.5 10 19 11 22 16 25 21 22 22 19 22 15.5 22 12 21 9 16 6Z", {
            fill: "#ffb84d",
            "stroke-width": 1.1,
          }),
          path("M12 4.5H20V7H12ZM12 24H20V26.5H12Z", { fill: RED }),
        )
      : path("M16 6C25 6 28 11 28 15.5 28 20 25 25 16 25 7 25 4 20 4 15.5 4 11 7 6 16 6Z", SPENT),
  );

/**
 * A bomb with a burning fuse; one that went off is only an outline.
 *
 * @type {(left: boolean, name?: string) => Shape}
 */
export const life = (left, name = "") =>
  sheet(
    32,
    32,
    name,
    left
      ? group(
          OUTLINE,
          path("M19 10C21 5 25 4 26.5 7", { fill: "none", stroke: WOOD, "stroke-width": 2.2 }),
          circle(14, 19, 10, { fill: "#4a5080" }),
          path("M16.5 8.5 22 12 20 14.5 14.5 11Z", { fill: "#7b81ad" }),
          path("M9 16Q10 13 13 12.5", { fill: "none", stroke: "#aab0d6", "stroke-width": 1.8 }),
          placed(
            { x: 27, y: 8 },
            path("M0-5 1.2-1.2 5 0 1.2 1.2 0 5-1.2 1.2-5 0-1.2-1.2Z", { fill: "#ffb84d", "stroke-width": 1 }),
          ),
        )
      : group(
          {},
          circle(14, 19, 10, SPENT),
          path("M10 15 18 23M18 15 10 23", { ...SPENT, "stroke-dasharray": "none" }),
        ),
  );
