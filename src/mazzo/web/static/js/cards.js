// @ts-check
/** Pictures of cards, of whatever deck, from one place. */

import { svg } from "./dom.js";
import { choice } from "./settings.js";

/** @typedef {"italian" | "french" | "hanabi"} Deck */

const SUITS = /** @type {Record<string, [string, string, string]>} */ ({
  d: ["denari", "coins", "#b27a14"],
  s: ["spade", "swords", "#264a75"],
  c: ["coppe", "cups", "#8f2a22"],
  b: ["bastoni", "clubs", "#2e5e3a"],
});

/** The picture of a card; of its back, where the code is null. @param {Deck} deck @param {string | null} code */
export function picture(deck, code) {
  const face = svg("svg", { viewBox: "0 0 120 200", "aria-hidden": "true" });
  face.append(svg("rect", { x: 1, y: 1, width: 118, height: 198, rx: 9, fill: code ? "#fcf9f1" : "#2d5d7b", stroke: "#2b2d42" }));
  if (code) {
    const text = svg("text", { x: 60, y: 120, "text-anchor": "middle", "font-size": 56, fill: SUITS[code[1] ?? ""]?.[2] ?? "#222" });
    text.append(code);
    face.append(text);
  }
  return face;
}

/** A card's name, to be read aloud. @param {Deck} deck @param {string} code */
export function label(deck, code) {
  return choice("lang") === "it" ? code : code;
}
