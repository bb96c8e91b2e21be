// @ts-check
/** Calls to the service. A refusal is a `Refusal` with the service's own words. */

export class Refusal extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {object} [body] sent with POST; without it, GET
 * @returns {Promise<any>}
 */
export async function call(path, body) {
  const wanted = body
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
    : {};
  const answer = await fetch(`/api/${path}`, wanted);
  const content = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const detail = typeof content.detail === "string" ? content.detail : `${answer.status}`;
    throw new Refusal(answer.status, detail);
  }
  return content;
}

/** @type {Promise<import("./types.js").Facts[]> | null} */
let games = null;

/** All games, asked for once. @returns {Promise<import("./types.js").Facts[]>} */
export const listGames = () => (games ??= call("games"));

/** @type {Map<string, Promise<import("./types.js").Pieces>>} */
const pieces = new Map();

/** What a variant's numbers mean, asked for once. @param {string} game @param {string} variant @returns {Promise<import("./types.js").Pieces>} */
export function piecesOf(game, variant) {
  const key = `${game}/${variant}`;
  const asked = pieces.get(key) ?? call(`games/${game}/${variant}/pieces`);
  pieces.set(key, asked);
  asked.catch(() => pieces.delete(key));
  return asked;
}
