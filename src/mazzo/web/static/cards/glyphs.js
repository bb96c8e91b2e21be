// @ts-check
/** Digits and letters, drawn as strokes in a box 14 high, so that no card depends on a font. */

import { group, path, short } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */

/** @type {Record<string, [width: number, d: string]>} */
const STROKES = {
  A: [10, "M.3 14 5 0 9.7 14M2 9.4H8"],
  1: [5, "M.4 3 4 .2V14"],
  2: [10, "M.8 3.9C.8 1.6 2.6 0 5 0 7.4 0 9.2 1.6 9.2 3.8 9.2 6.6 6.6 8.6.8 14H9.6"],
  3: [10, "M.9 0H9L4.7 5.4C7.5 5.2 9.4 7 9.4 9.6 9.4 12.2 7.4 14 4.8 14 2.6 14 1 12.9.5 11.1"],
  4: [10, "M7.2 14V0L.3 10H10"],
  5: [10, "M8.7 0H2L1.3 6.3C2.3 5.4 3.5 5 4.9 5 7.6 5 9.5 6.9 9.5 9.5 9.5 12.1 7.5 14 4.8 14 2.6 14 1 13 .5 11.2"],
  6: [10, "M6.9 0 1.4 7.2M5 5A4.5 4.5 0 1 1 5 14 4.5 4.5 0 1 1 5 5Z"],
  7: [10, "M.5 0H9.4L3.9 14"],
  8: [10, "M5 0A3.5 3.3 0 1 1 5 6.6 3.5 3.3 0 1 1 5 0ZM5 6.6A4.4 3.7 0 1 1 5 14 4.4 3.7 0 1 1 5 6.6Z"],
  9: [10, "M3.1 14 8.6 6.8M5 0A4.5 4.5 0 1 1 5 9 4.5 4.5 0 1 1 5 0Z"],
  T: [
    14,
    "M.2 2.6 3 .3V14M10 0C12.3 0 13.7 2.8 13.7 7 13.7 11.2 12.3 14 10 14 7.7 14 6.3 11.2 6.3 7 6.3 2.8 7.7 0 10 0Z",
  ],
  J: [8, "M7.4 0V9.7C7.4 12.5 6 14 4 14 1.8 14 .6 12.6.6 10.4"],
  Q: [
    11,
    "M5.4 0C8.3 0 10.1 2.7 10.1 7 10.1 11.3 8.3 14 5.4 14 2.5 14 .7 11.3.7 7 .7 2.7 2.5 0 5.4 0ZM6.3 10.2 10.2 14.4",
  ],
  K: [10, "M1 0V14M9.2 0 1 8.8M4 5.7 9.8 14"],
  F: [9, "M8.6 0H1V14M1 6.7H7.4"],
  C: [10, "M9.4 3C8.5 1.1 7 0 5.2 0 2.3 0 .6 2.8.6 7 .6 11.2 2.3 14 5.2 14 7 14 8.5 12.9 9.4 11"],
  R: [10, "M1 14V0H5C7.6 0 9.2 1.5 9.2 3.8 9.2 6.1 7.6 7.6 5 7.6H1M5.2 7.6 9.7 14"],
};

/**
 * A sign centred on x, its top at y.
 *
 * @type {(sign: string, x: number, y: number, height: number, colour: string, weight?: number) => Shape}
 */
export function glyph(sign, x, y, height, colour, weight = 2.3) {
  const [width, d] = STROKES[sign] ?? [0, ""];
  const scale = height / 14;
  return group(
    {
      transform: `translate(${short(x - (width * scale) / 2)} ${short(y)})scale(${short(scale)})`,
      fill: "none",
      stroke: colour,
      "stroke-width": weight,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
    path(d),
  );
}
