// @ts-check
/** As many fireworks as the rank says, over a town at night. */

import { glyph } from "../glyphs.js";
import { group, path, placed, polar, rect } from "../shape.js";
import { beads } from "../petals.js";
import { DUSK, HAZE, INKS, LAMP, NIGHT, sign } from "./colours.js";

/** @typedef {import("../shape.js").Shape} Shape */
/** @typedef {import("./colours.js").Colour} Colour */

const SPARK = "#fff3d0";

/** Where the fireworks stand, and their radius. @type {Record<number, [x: number, y: number, r: number][]>} */
// prettier-ignore
const SKY = {
  1: [[66, 84, 41]],
  2: [[78, 43, 30], [50, 102, 30]],
  3: [[83, 36, 26], [40, 90, 25], [88, 107, 25]],
  4: [[88, 32, 22], [56, 66, 20], [90, 92, 22], [40, 110, 22]],
  5: [[60, 31, 19], [94, 49, 19], [54, 79, 19], [88, 99, 19], [40, 119, 19]],
};

/** @type {(count: number, from: number, to: number, turn?: number) => string} */
const rays = (count, from, to, turn = 0) =>
  Array.from({ length: count }, (_, i) => {
    const angle = turn + (360 * i) / count;
    return `M${polar(0, 0, from, angle)}L${polar(0, 0, to, angle)}`;
  }).join("");

/**
 * A burst of radius 44; the small ones have fewer and bolder sparks.
 *
 * @type {(colour: Colour, rich: boolean) => Shape}
 */
const burst = (colour, rich) =>
  group(
    {},
    group(
      { fill: "none", stroke: INKS[colour], "stroke-linecap": "round" },
      ...(rich
        ? [
            path(rays(16, 21, 31), { "stroke-width": 2 }),
            path(rays(16, 25, 36, 11.25), { "stroke-width": 1.3, "stroke-opacity": 0.8 }),
            beads(37, 16, 3.6, INKS[colour]),
            group({ transform: "rotate(11.25)" }, beads(42, 16, 2.4, SPARK)),
          ]
        : [
            path(rays(12, 24, 33), { "stroke-width": 3 }),
            path(rays(12, 28, 37, 15), { "stroke-width": 2, stroke: SPARK }),
            beads(41, 12, 4.8, INKS[colour]),
          ]),
    ),
    sign(colour, 0, 0, rich ? 1.35 : 1.6),
  );

/** Roofs against the sky. */
const TOWN =
  "M8 161V152H14V146L20 141 26 146V153H38V143H50V150H56V138L60 132 64 138V150H74V145H90V152H96V147L101 142 106 147V154H112V161Z";

/** @type {() => Shape[]} */
const night = () => [
  path("M20 74H20.1M104 142H104.1M30 132H30.1M70 16H70.1M109 60H109.1M16 104H16.1M66 90H66.1M40 22H40.1", {
    stroke: HAZE,
    "stroke-width": 1.4,
    "stroke-linecap": "round",
  }),
  path(TOWN, { fill: DUSK }),
  path("M20 150H20.1M44 149H44.1M60 142H60.1M82 151H82.1M101 152H101.1", {
    stroke: LAMP,
    "stroke-width": 2.4,
    "stroke-linecap": "square",
  }),
];

/** @type {(colour: Colour, rank: number, index: boolean) => Shape[]} */
export const fireworks = (colour, rank, index) => [
  rect(5, 5, 110, 158, { rx: 6, fill: NIGHT }),
  ...night(),
  ...(SKY[rank] ?? []).map(([x, y, r]) => placed({ x, y, scale: r / 44 }, burst(colour, r >= 25))),
  rect(5.5, 5.5, 109, 157, { rx: 5.5, fill: "none", stroke: INKS[colour], "stroke-width": 2.4 }),
  ...(index
    ? [
        path("M5 11A6 6 0 0 1 11 5H32V58A6 6 0 0 1 26 64H5Z", { fill: INKS[colour] }),
        glyph(String(rank), 18.2, 11, 23, NIGHT, 2.7),
        sign(colour, 18.2, 50, 0.84, NIGHT),
      ]
    : []),
];
