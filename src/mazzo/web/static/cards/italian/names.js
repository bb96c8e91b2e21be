// @ts-check
/** How the Italian cards are called. */

import { BLUE_DARK, GREEN_DARK, RED_DARK } from "../palette.js";

/** @typedef {import("./pips.js").Suit} Suit */
/** @typedef {import("../frame.js").Language} Language */

export const RANKS = "A234567FCR";
export const SUITS = "dscb";

/** @type {Record<Language, { ranks: string[], suits: Record<string, string>, of: string }>} */
const WORDS = {
  it: {
    ranks: ["asso", "due", "tre", "quattro", "cinque", "sei", "sette", "fante", "cavallo", "re"],
    suits: { d: "denari", s: "spade", c: "coppe", b: "bastoni" },
    of: "di",
  },
  en: {
    ranks: ["ace", "two", "three", "four", "five", "six", "seven", "knave", "knight", "king"],
    suits: { d: "coins", s: "swords", c: "cups", b: "clubs" },
    of: "of",
  },
};

/** The ink of a suit's index. @type {Record<Suit, string>} */
export const COLOUR = { d: "#946406", s: BLUE_DARK, c: RED_DARK, b: GREEN_DARK };

/** `3d` is "tre di denari". @type {(code: string, lang?: Language) => string} */
export function label(code, lang = "it") {
  const { ranks, suits, of } = WORDS[lang];
  const rank = ranks[RANKS.indexOf(code[0] ?? "?")];
  const suit = suits[code[1] ?? ""];
  if (code.length !== 2 || !rank || !suit) throw new RangeError(`${code} is no Italian card; write one as 3d or Rc`);
  return `${rank} ${of} ${suit}`;
}
