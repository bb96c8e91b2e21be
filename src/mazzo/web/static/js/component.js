// @ts-check
/** Brings the component of a game: its own, or the plain one that every game can do with. */

import { listGames, piecesOf } from "./api.js";
import { tag as plain } from "./plain.js";

/** @typedef {import("./types.js").GameTable} GameTable */

/**
 * @param {{ game: string, variant: string, seat: number, players: string[] }} table
 * @param {boolean} review
 * @returns {Promise<{ component: GameTable, title: string }>}
 */
export async function componentOf(table, review) {
  const games = await listGames();
  const facts = games.find(({ name }) => name === table.game);
  const rules = facts?.variants.find(({ name }) => name === table.variant);
  if (!facts || !rules) throw new Error(`${table.game} ${table.variant} is not played here`);
  const pieces = await piecesOf(table.game, table.variant);
  const tag = facts.page ? (await import(`/games/${table.game}.js`)).tag : plain;
  const component = /** @type {GameTable} */ (document.createElement(tag));
  const names = table.players.map((name, seat) => (name === "person" && seat !== table.seat ? "guest" : name));
  component.setting = { facts: rules, pieces, seat: table.seat, names, review };
  return { component, title: facts.title };
}
