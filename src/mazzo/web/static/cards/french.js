// @ts-check
/** The fifty-two French cards, for the solitaires. */

import { lattices } from "./back.js";
import { corners, element, emptyPlace, paper, sheet } from "./frame.js";
import { court } from "./french/courts.js";
import { pips } from "./french/pips.js";
import { COLOUR, SUITS, label, sign } from "./french/suits.js";
import { glyph } from "./glyphs.js";
import { GOLD, GOLD_LIGHT, RED_DARK } from "./palette.js";
import { petals } from "./petals.js";
import { group, path, placed } from "./shape.js";
import { UNSEEN } from "./words.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./french/suits.js").Suit} Suit */

/** @typedef {import("./frame.js").Options} Options */

export const WIDTH = 120;
export const HEIGHT = 168;

/** @type {(code: string, options?: Options) => Shape} */
export function drawing(code, { index = true, large = false, lang = "it" } = {}) {
  const name = label(code, lang);
  const rank = code[0] ?? "";
  const suit = /** @type {Suit} */ (code[1]);
  const shapes = large
    ? plain(rank, suit)
    : [...picture(rank, suit), ...(index ? corners(WIDTH, HEIGHT, mark(rank, suit)) : [])];
  return sheet(WIDTH, HEIGHT, name, paper(WIDTH, HEIGHT), ...shapes);
}

/** @type {(rank: string, suit: Suit) => Shape[]} */
function picture(rank, suit) {
  if (rank === "A") return ace(suit);
  if (rank === "J" || rank === "Q" || rank === "K") return court(rank, suit);
  return pips(suit, rank === "T" ? 10 : Number(rank));
}

/** A large sign in a wreath of petals. @type {(suit: Suit) => Shape[]} */
const ace = (suit) => [
  placed(
    { x: WIDTH / 2, y: HEIGHT / 2 },
    path(petals(24, 35, 8, 4.5, 0, 0.55), { fill: GOLD_LIGHT, stroke: GOLD, "stroke-width": 0.8 }),
    path("M34.5 0A34.5 34.5 0 1 1-34.5 0 34.5 34.5 0 1 1 34.5 0Z", { fill: "none", stroke: GOLD, "stroke-width": 1.2 }),
  ),
  sign(suit, WIDTH / 2, HEIGHT / 2, 2.5),
];

/**
 * Rank and sign side by side, to be read where only a strip of the card shows.
 *
 * @type {(rank: string, suit: Suit) => Shape}
 */
const mark = (rank, suit) => {
  const [x, beside] = rank === "T" ? [17.5, 37.5] : [15, 32.5];
  return group({}, glyph(rank, x, 7, 18.5, COLOUR[suit], 2.4), sign(suit, beside, 16.5, 0.84));
};

/** @type {(rank: string, suit: Suit) => Shape[]} */
const plain = (rank, suit) => [
  glyph(rank, rank === "T" ? 36 : 30, 14, 50, COLOUR[suit], 2.2),
  sign(suit, 92, 36, 1.7),
  sign(suit, 60, 117, 3.6),
];

/** @type {(options?: Options) => Shape} */
export const backDrawing = ({ lang = "it" } = {}) => lattices(WIDTH, HEIGHT, UNSEEN[lang], RED_DARK, "#f0b9a4");

/** @type {(suit?: string, options?: Options) => Shape} */
export const placeDrawing = (suit = "", { lang = "it" } = {}) =>
  emptyPlace(WIDTH, HEIGHT, lang, isSuit(suit) ? sign(suit, WIDTH / 2, HEIGHT / 2, 2.6, 0, "currentColor") : undefined);

/**
 * @param {string} suit
 * @returns {suit is Suit}
 */
function isSuit(suit) {
  return suit.length === 1 && SUITS.includes(suit);
}

/** @type {(code: string, options?: Options) => SVGSVGElement} */
export const card = (code, options) => element(drawing(code, options));

/** @type {(options?: Options) => SVGSVGElement} */
export const back = (options) => element(backDrawing(options));

/** @type {(suit?: string, options?: Options) => SVGSVGElement} */
export const place = (suit, options) => element(placeDrawing(suit, options));

export { label };
