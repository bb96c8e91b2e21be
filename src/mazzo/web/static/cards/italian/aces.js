// @ts-check
/** The four aces: large and ornate. */

import { baton } from "./baton.js";
import { coin } from "./coin.js";
import { sword } from "./sword.js";
import {
  BLUE,
  BLUE_DARK,
  BLUE_LIGHT,
  GOLD,
  GOLD_DARK,
  GOLD_LIGHT,
  GREEN,
  GREEN_DARK,
  GREEN_LIGHT,
  INK,
  RED,
  RED_DARK,
} from "../palette.js";
import { petals } from "../petals.js";
import { circle, ellipse, group, leaf, path, placed, polar } from "../shape.js";

/** @typedef {import("../shape.js").Shape} Shape */

const PEN = { stroke: INK, "stroke-width": 1.1, "stroke-linejoin": "round", "stroke-linecap": "round" };

/** A shape and its mirror image about the middle of the card. @type {(...shapes: Shape[]) => Shape[]} */
const both = (...shapes) => [group({}, ...shapes), group({ transform: "matrix(-1 0 0 1 120 0)" }, ...shapes)];

/**
 * The eagle's wing in three layers and its tail: angle and length of each feather.
 *
 * @type {Record<"outer" | "middle" | "inner" | "tail", [number, number][]>}
 */
// prettier-ignore
const FEATHERS = {
  outer: [[192, 44], [209, 48], [228, 46], [350, 46], [336, 54], [321, 52], [305, 46], [287, 41], [268, 39], [249, 42]],
  middle: [[206, 32], [228, 33], [250, 32], [272, 31], [294, 33], [316, 36], [336, 38]],
  inner: [[228, 22], [254, 22], [280, 22], [306, 24]],
  tail: [[152, 46], [208, 46], [166, 52], [194, 52], [180, 55]],
};
/** The petals under the goblet. @type {[number, number][]} */
// prettier-ignore
const GADROONS = [[-62, 33], [62, 33], [-40, 36], [40, 36], [-20, 38], [20, 38], [0, 39]];
/** The leaves of a twig. @type {[number, number][]} */
const LEAVES = [
  [-62, 20],
  [62, 20],
  [-30, 26],
  [30, 26],
  [0, 30],
];

/**
 * A fan of feathers or leaves.
 *
 * @type {(x: number, y: number, feathers: [angle: number, length: number][], width: number) => string}
 */
const fan = (x, y, feathers, width) =>
  feathers.map(([angle, length]) => leaf(x, y, length, width, angle, 0.72)).join("");

/** A small crown, its foot at y. @type {(x: number, y: number, scale?: number) => Shape} */
const crown = (x, y, scale = 1) =>
  placed(
    { x, y, scale },
    path("M-10-1-12-12-6-7 0-14 6-7 12-12 10-1Z", { fill: GOLD }),
    path("M-10.2-3.5H10.2V1.5Q0 4-10.2 1.5Z", { fill: RED }),
    circle(-12, -13, 1.6, { fill: GOLD_LIGHT }),
    circle(0, -15.4, 2, { fill: GOLD_LIGHT }),
    circle(12, -13, 1.6, { fill: GOLD_LIGHT }),
    path("M-5 0H-4.9M0 .5H.1M4.9 0H5", { stroke: GOLD_LIGHT, "stroke-width": 2 }),
  );

/** Denari: an eagle with two heads bears the coin. */
function eagle() {
  const claw = "M50 130 42 152M42 150 34 155M42 151 42 160M43 150 49 157";
  return group(
    PEN,
    path(fan(60, 122, FEATHERS.tail, 9), { fill: BLUE_DARK }),
    ...both(
      path(claw, { fill: "none", "stroke-width": 5 }),
      path(claw, { fill: "none", stroke: GOLD, "stroke-width": 2.8 }),
      path(fan(48, 94, FEATHERS.outer, 11), {
        fill: BLUE_DARK,
      }),
      path(fan(50, 96, FEATHERS.middle, 9), { fill: BLUE }),
      path(fan(52, 98, FEATHERS.inner, 7.5), { fill: BLUE_LIGHT }),
    ),
    ...both(
      path("M60 96H45C43 86 49 80 46.5 73.5 40 72.5 37.5 65 41.5 60 46 55 54 56.5 56 63 57.5 68 59.5 70 60 76Z", {
        fill: BLUE,
      }),
      path("M41 61C35 60.5 32.5 66 35 72.5 36.5 69.5 38.5 68 42 68.5 42.5 66 42.5 63 41 61Z", { fill: GOLD }),
      circle(46.6, 64, 1.8, { fill: GOLD_LIGHT, "stroke-width": 0.8 }),
      path("M51 75Q55 77 56 81M50 82Q54 83 56 87", { fill: "none", stroke: BLUE_LIGHT }),
    ),
    crown(60, 54, 0.9),
    path("M44 92Q60 80 76 92V122Q60 138 44 122Z", { fill: BLUE }),
    placed({ x: 60, y: 108, scale: 1.3 }, coin(0.9)),
  );
}

/** Coppe: a covered goblet with handles. */
function goblet() {
  const handle = "M30 80C12 72 8 96 22 102 30 105 34 98 29 95M22 102C24 112 34 116 44 114";
  return group(
    PEN,
    ...both(
      path(handle, { fill: "none", "stroke-width": 6.4 }),
      path(handle, { fill: "none", stroke: GOLD, "stroke-width": 4 }),
    ),
    path("M54 128C54 146 34 148 31 166H89C86 148 66 146 66 128Z", { fill: RED }),
    path("M40 153Q60 158 80 153M50 134Q60 137 70 134", { fill: "none", stroke: GOLD, "stroke-width": 2 }),
    path("M28 164H92V173Q60 177 28 173Z", { fill: GOLD }),
    path("M34 168.5H86", { fill: "none", stroke: GOLD_DARK, "stroke-width": 2.4, "stroke-dasharray": "0 5.2" }),
    path("M25 70C25 104 40 124 60 124 80 124 95 104 95 70Z", { fill: RED }),
    path("M78 117C89 108 94.5 90 95 72H86C86 92 83 108 72 120Z", { fill: RED_DARK, stroke: "none" }),
    path(fan(60, 125, GADROONS, 9), { fill: GOLD }),
    path("M26.5 82Q60 90 93.5 82L91.5 93Q60 101 28.5 93Z", { fill: GOLD }),
    circle(60, 92.4, 4.4, { fill: BLUE }),
    circle(58.8, 91, 1.3, { fill: BLUE_LIGHT, stroke: "none" }),
    ...both(circle(45, 91.4, 2.6, { fill: RED }), circle(34.5, 89.6, 2, { fill: BLUE_LIGHT })),
    path("M27 69C29 50 46 42 60 42 74 42 91 50 93 69Q60 79 27 69Z", { fill: RED }),
    path("M60 42C50 46 44 56 43 72M60 42C70 46 76 56 77 72", { fill: "none", stroke: GOLD, "stroke-width": 2.2 }),
    path("M22 66Q60 76 98 66V72Q60 82 22 72Z", { fill: GOLD }),
    path("M54 42Q60 46 66 42L63 35H57Z", { fill: GOLD }),
    circle(60, 31, 5, { fill: GOLD_LIGHT }),
    path("M60 26V19M56.5 22H63.5", { fill: "none", "stroke-width": 2 }),
    ellipse(60, 126, 12, 5, { fill: GOLD_LIGHT }),
  );
}

/** Spade: a crowned sword between branches of laurel. */
function blade() {
  const leaves = [0, 1, 2, 3, 4, 5, 6].flatMap((i) => {
    const [x, y] = polar(74, 104, 46, 214 + 17 * i);
    return [leaf(x, y, 15, 6, 264 + 17 * i), leaf(x, y, 14, 6, 330 + 17 * i)];
  });
  return group(
    PEN,
    ...both(
      path("M60 152C30 148 20 110 37 78", { fill: "none", stroke: GREEN_DARK, "stroke-width": 1.8 }),
      path(leaves.join(""), { fill: GREEN }),
    ),
    placed({ x: 60, y: 102, scale: 1.75 }, sword(0.65, 32)),
    ...both(path("M60 152C50 146 38 148 33 156 40 157 42 160 40 166 47 160 54 158 60 156Z", { fill: RED })),
    circle(60, 154, 4.4, { fill: RED_DARK }),
    crown(60, 66, 1.5),
  );
}

/** Bastoni: a club that still bears leaves, tied with a ribbon. */
function club() {
  /** @type {(x: number, y: number, turn: number) => Shape} */
  const twig = (x, y, turn) =>
    placed(
      { x, y, turn },
      path(fan(0, 0, LEAVES, 8), { fill: GREEN_LIGHT }),
      path("M0-3V-22M-3-6-11-16M3-6 11-16", { fill: "none", stroke: GREEN_DARK, "stroke-width": 0.9 }),
      path(petals(5, 0.5, 7, 5, 0), { fill: RED }),
      circle(0, 0, 2.6, { fill: GOLD }),
    );
  return group(
    PEN,
    twig(42, 82, -62),
    twig(79, 62, 58),
    twig(77, 118, 66),
    placed({ x: 60, y: 100, scale: 2.3 }, baton(0.5, 10)),
    path("M46 128C56 136 66 134 75 126L73 136C66 143 56 144 48 138Z", { fill: RED }),
    path("M48 138C40 142 36 150 38 160L44 154 50 158C48 150 50 144 56 142Z", { fill: RED }),
    path("M70 138C80 142 84 152 80 164L75 157 68 159C71 152 69 146 64 142Z", { fill: RED_DARK }),
  );
}

/** @type {Record<import("./pips.js").Suit, () => Shape>} */
export const ACES = { d: eagle, s: blade, c: goblet, b: club };
