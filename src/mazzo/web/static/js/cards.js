// @ts-check
/** Pictures of cards in the page's language; each is drawn once, and copied from then on. */

import { deckNamed } from "../cards/decks.js";
import { choice } from "./settings.js";

/** @typedef {import("../cards/decks.js").DeckName} DeckName */
/** @typedef {import("../cards/frame.js").Options} Options */

/** @type {Map<string, SVGSVGElement>} */
const drawn = new Map();

/** @param {string} key @param {() => SVGSVGElement} draw */
function copy(key, draw) {
  const known = drawn.get(key) ?? draw();
  drawn.set(key, known);
  return /** @type {SVGSVGElement} */ (known.cloneNode(true));
}

/**
 * The picture of a card; of its back, where the code is null.
 *
 * @param {DeckName} deck
 * @param {string | null} code
 * @param {Options} [options]
 */
export function picture(deck, code, options = {}) {
  const wanted = { ...options, lang: choice("lang") };
  const key = JSON.stringify([deck, code, wanted]);
  return copy(key, () => (code ? deckNamed(deck).card(code, wanted) : deckNamed(deck).back(wanted)));
}

/** An empty place on the table. @param {DeckName} deck @param {string} [suit] */
export function emptyPlace(deck, suit = "") {
  const lang = choice("lang");
  return copy(JSON.stringify([deck, "place", suit, lang]), () => deckNamed(deck).place(suit, { lang }));
}

/** A card's name in words. @param {DeckName} deck @param {string} code */
export const label = (deck, code) => deckNamed(deck).label(code, choice("lang"));

/** Width by height. @param {DeckName} deck */
export const ratio = (deck) => deckNamed(deck).WIDTH / deckNamed(deck).HEIGHT;
