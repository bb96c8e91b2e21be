// @ts-check
/** Cards in words, for those who hear the page. */

/** @typedef {"it" | "en"} Language */
/** @typedef {{ ranks: string[], suits: Record<string, string>, of: string }} Words */

/** How a card is called that shows its back. @type {Record<Language, string>} */
export const UNSEEN = { it: "carta coperta", en: "face-down card" };

/** How a place is called on which no card lies. @type {Record<Language, string>} */
export const EMPTY = { it: "posto vuoto", en: "empty place" };

/**
 * `3d` is "tre di denari": a letter for the rank and one for the suit.
 *
 * @param {string} code
 * @param {string} letters of the ranks, in the order of their words
 * @param {Words} words
 */
export function named(code, letters, { ranks, suits, of }) {
  const rank = ranks[letters.indexOf(code[0] ?? "?")];
  const suit = suits[code[1] ?? ""];
  if (code.length === 2 && rank && suit) return `${rank} ${of} ${suit}`;
  const known = Object.entries(suits).map(([letter, word]) => `${letter} ${word}`);
  throw new RangeError(`${code} is no card of this deck; write a rank of ${letters} and a suit (${known.join(", ")})`);
}
