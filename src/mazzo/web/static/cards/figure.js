// @ts-check
/** What the figures of all decks have in common: clothes, limbs, hands and faces. */

import {
  AUBURN,
  BLOND,
  BLUE,
  BLUE_DARK,
  BLUE_LIGHT,
  BROWN,
  CREAM,
  DARK,
  GOLD,
  GOLD_DARK,
  GOLD_LIGHT,
  GREEN,
  GREEN_DARK,
  INK,
  RED,
  RED_DARK,
  SKIN,
  WHITE,
} from "./palette.js";
import { circle, ellipse, group, path, placed } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./italian/pips.js").Suit} Suit */
/** @typedef {Record<"main" | "shade" | "second" | "third" | "trim" | "cloak" | "hair", string>} Clothes */

export const PEN = { stroke: INK, "stroke-width": 1.15, "stroke-linejoin": "round", "stroke-linecap": "round" };

/** Each suit dresses in its own colour. @type {Record<Suit, Clothes>} */
export const CLOTHES = {
  d: { main: GOLD, shade: GOLD_DARK, second: BLUE, third: RED, trim: CREAM, cloak: BLUE_DARK, hair: BROWN },
  c: { main: RED, shade: RED_DARK, second: BLUE_LIGHT, third: GOLD, trim: GOLD_LIGHT, cloak: GREEN_DARK, hair: BLOND },
  s: { main: BLUE, shade: BLUE_DARK, second: RED, third: GOLD, trim: GOLD_LIGHT, cloak: RED_DARK, hair: DARK },
  b: { main: GREEN, shade: GREEN_DARK, second: GOLD, third: RED, trim: CREAM, cloak: "#8a5526", hair: AUBURN },
};

/** A sleeve or a leg: a thick line with an outline. @type {(d: string, width: number, colour: string) => Shape} */
export const limb = (d, width, colour) =>
  group({ fill: "none" }, path(d, { "stroke-width": width + 2.3 }), path(d, { stroke: colour, "stroke-width": width }));

/** A closed hand. @type {(x: number, y: number, turn?: number) => Shape} */
export const hand = (x, y, turn = 0) =>
  placed(
    { x, y, turn },
    path("M-4.2-2.5Q-4.5-5 0-5 4.5-5 4.5-1 4.5 4.5 0 4.5-4.5 4.5-4.2-2.5Z", { fill: SKIN }),
    path("M-1 .5H4M-1 2.6H3", { fill: "none", "stroke-width": 0.7 }),
  );

/** A face 16 wide and 21 high, looking a little to the left. */
export const face = () =>
  group(
    {},
    path("M-4 7V15H5V7Z", { fill: SKIN }),
    path("M7.6-4C8.2 5 4.5 11-.5 11-5.5 11-8.2 5-7.6-4-7-11 7-11 7.6-4Z", { fill: SKIN }),
    group(
      { fill: "none", "stroke-width": 0.95 },
      path("M-6.2-3.8Q-4.6-5.2-2.8-4.2M.8-4.2Q2.8-5.3 4.6-3.9"),
      path("M-1.8-2.5-2.8 2.6Q-2.2 3.6-1 3.3"),
      path("M-3.2 6.6Q-1 8.1 1.4 6.5", { stroke: RED_DARK }),
    ),
    circle(-4.4, -1.2, 1.05, { fill: INK, stroke: "none" }),
    circle(2.4, -1.2, 1.05, { fill: INK, stroke: "none" }),
    ellipse(4.6, 3, 1.9, 1.3, { fill: RED, "fill-opacity": 0.28, stroke: "none" }),
    ellipse(-5.6, 3, 1.2, 1.2, { fill: RED, "fill-opacity": 0.28, stroke: "none" }),
  );

/** The ground on which they stand. @type {(colour?: string) => Shape} */
export const ground = (colour = "#b9cf9d") =>
  path("M22 184C34 178 86 178 98 184 94 190 26 190 22 184Z", { fill: colour, stroke: "none" });

/** A row of buttons or pearls. @type {(d: string, colour?: string, size?: number, gap?: number) => Shape} */
export const studs = (d, colour = WHITE, size = 2, gap = 5) =>
  path(d, { fill: "none", stroke: colour, "stroke-width": size, "stroke-dasharray": `0 ${gap}` });

/**
 * A feather for a hat, from its quill.
 *
 * @type {(x: number, y: number, turn: number, colour: string, scale?: number) => Shape}
 */
export const plume = (x, y, turn, colour, scale = 1) =>
  placed(
    { x, y, turn, scale },
    path("M0 0C-7-4-9-14-3-24 0-28 6-29 9-26 5-25 6-22 7-20 8-12 5-4 0 0Z", { fill: colour }),
    path("M0 0C-2-9-1-18 4-24", { fill: "none", "stroke-width": 0.8 }),
  );
