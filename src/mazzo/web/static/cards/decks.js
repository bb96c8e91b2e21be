// @ts-check
/** The decks by name. */

import * as french from "./french.js";
import * as hanabi from "./hanabi.js";
import * as italian from "./italian.js";

/** @typedef {"italian" | "french" | "hanabi"} DeckName */
/** @typedef {import("./frame.js").Deck} Deck */

/** @type {Record<DeckName, Deck>} */
export const DECKS = { italian, french, hanabi };

/** @type {(name: string | null) => Deck} */
export function deckNamed(name) {
  const deck = DECKS[/** @type {DeckName} */ (name || "italian")];
  if (!deck) throw new RangeError(`${name} is no deck; there are ${Object.keys(DECKS).join(", ")}`);
  return deck;
}
