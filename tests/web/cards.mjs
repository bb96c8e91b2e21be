// Draws what standard input asks for: a list of [deck, drawing, arguments…]; writes the SVG texts as JSON.
import { readFileSync } from "node:fs";

const CARDS = new URL("../../src/mazzo/web/static/cards/", import.meta.url);
const { write } = await import(new URL("shape.js", CARDS).href);
const { deckNamed } = await import(new URL("decks.js", CARDS).href);

/** @param {[string, string, ...unknown[]]} order */
function draw([deck, drawing, ...rest]) {
  try {
    const made = deckNamed(deck)[drawing](...rest);
    return typeof made === "string" ? made : write(made);
  } catch (error) {
    return `${error}`;
  }
}
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(draw)));
