// @ts-check
/** The backs: a lattice of flowers around a rosette, in the colour of the deck. */

import { paper, sheet } from "./frame.js";
import { petals } from "./petals.js";
import { CREAM, GOLD, GOLD_DARK, GOLD_LIGHT, INK, RED } from "./palette.js";
import { circle, group, h, path, placed, rect, short } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */

/** @type {(width: number, height: number, gap: number) => string} */
function lattice(width, height, gap) {
  let d = "";
  for (let x = -height; x < width; x += gap)
    d += `M${short(x)} 0l${height} ${height}M${short(x)} ${height}l${height}-${height}`;
  return d;
}

/** @type {(width: number, height: number, name: string, ground: string, line: string) => Shape} */
export function lattices(width, height, name, ground, line) {
  const [w, l] = [width - 14, height - 14];
  const columns = 6;
  const gap = w / columns;
  const rows = Math.round(l / gap);
  const knot = (gap * Math.SQRT2) / 2;
  const field = { fill: "none", "stroke-linecap": "round" };
  const net = lattice(w, rows * gap, gap);
  return sheet(
    width,
    height,
    name,
    paper(width, height),
    h(
      "svg",
      { x: 7, y: 7, width: w, height: l, viewBox: `0 0 ${w} ${short(rows * gap)}`, preserveAspectRatio: "none" },
      rect(0, 0, w, rows * gap, { fill: ground }),
      path(net, { ...field, stroke: line, "stroke-opacity": 0.55, "stroke-width": 0.9 }),
      path(net, { ...field, stroke: line, "stroke-width": 4.4, "stroke-dasharray": `0 ${short(knot * 2)}` }),
      path(net, {
        ...field,
        stroke: GOLD,
        "stroke-width": 2.2,
        "stroke-dasharray": `0 ${(knot * 2).toFixed(3)}`,
        "stroke-dashoffset": -short(knot),
      }),
    ),
    rect(7, 7, w, l, { rx: 4, fill: "none", stroke: ground, "stroke-width": 3 }),
    rect(9.5, 9.5, w - 5, l - 5, { rx: 2.5, fill: "none", stroke: line, "stroke-width": 1 }),
    placed({ x: width / 2, y: height / 2 }, medallion(ground, line)),
  );
}

/** @type {(ground: string, line: string) => Shape} */
const medallion = (ground, line) =>
  group(
    { "stroke-linejoin": "round" },
    path(petals(16, 20, 10, 8, 11.25, 0.55), { fill: ground, stroke: line, "stroke-width": 1.2 }),
    circle(0, 0, 24, { fill: ground, stroke: line, "stroke-width": 1.4 }),
    circle(0, 0, 20.5, { fill: CREAM, stroke: GOLD_DARK, "stroke-width": 1 }),
    path(petals(12, 5, 14.5, 5.6, 15), { fill: GOLD, stroke: GOLD_DARK, "stroke-width": 0.7 }),
    path(petals(12, 5, 14, 4.2), { fill: RED }),
    circle(0, 0, 6.4, { fill: GOLD_LIGHT, stroke: INK, "stroke-width": 1 }),
    path(petals(6, 0.5, 5, 2.6), { fill: INK }),
  );
