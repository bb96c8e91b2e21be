// @ts-check
/** The forty Italian cards: denari, spade, coppe and bastoni, drawn from scratch in the manner of Piacenza and Naples. */

import { lattices } from "./back.js";
import { corners, element, paper, sheet } from "./frame.js";
import { glyph } from "./glyphs.js";
import { ACES } from "./italian/aces.js";
import { cavallo } from "./italian/cavallo.js";
import { re } from "./italian/re.js";
import { fante } from "./italian/fante.js";
import { pips } from "./italian/pips.js";
import { minor } from "./italian/minor.js";
import { COLOUR, label } from "./italian/names.js";
import { BLUE_DARK, BLUE_LIGHT } from "./palette.js";
import { group } from "./shape.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./italian/pips.js").Suit} Suit */
/** @typedef {{ index?: boolean, lang?: import("./frame.js").Language }} Options */

export const WIDTH = 120;
export const HEIGHT = 200;

/** @type {(code: string, options?: Options) => Shape} */
export function drawing(code, { index = true, lang = "it" } = {}) {
  const rank = code[0] ?? "";
  const suit = /** @type {Suit} */ (code[1]);
  const corner = index ? corners(WIDTH, HEIGHT, mark(rank, suit)) : [];
  return sheet(WIDTH, HEIGHT, label(code, lang), paper(WIDTH, HEIGHT), ...picture(rank, suit), ...corner);
}

/** @type {(rank: string, suit: Suit) => Shape[]} */
function picture(rank, suit) {
  if ("234567".includes(rank)) return pips(suit, Number(rank));
  if (rank === "A") return [ACES[suit]()];
  if (rank === "F") return [fante(suit)];
  if (rank === "C") return [cavallo(suit)];
  if (rank === "R") return [re(suit)];
  return [];
}

/** @type {(rank: string, suit: Suit) => Shape} */
const mark = (rank, suit) => group({}, glyph(rank, 13, 9, 17, COLOUR[suit], 2.5), minor(suit, 13, 36));

/** @type {() => Shape} */
export const backDrawing = () => lattices(WIDTH, HEIGHT, BLUE_DARK, BLUE_LIGHT);

/** @type {(code: string, options?: Options) => SVGSVGElement} */
export const card = (code, options) => element(drawing(code, options));

/** @type {() => SVGSVGElement} */
export const back = () => element(backDrawing());

export { label };
