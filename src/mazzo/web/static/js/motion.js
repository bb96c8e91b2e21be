// @ts-check
/** Movement: what was somewhere, and is now elsewhere, goes there instead of jumping. */

import { duration } from "./settings.js";

/** @param {number} milliseconds @returns {Promise<void>} */
export const wait = (milliseconds) =>
  milliseconds > 0 ? new Promise((done) => setTimeout(done, milliseconds)) : Promise.resolve();

/** Where all cards are. @param {Element} root @returns {Map<string, DOMRect>} by their key */
export function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-key]")) {
    found.set(/** @type {HTMLElement} */ (element).dataset.key, element.getBoundingClientRect());
  }
  return found;
}

/**
 * Let every card come from where it was; one that was nowhere comes from `origin`, if that says where.
 *
 * @param {Element} root
 * @param {Map<string, DOMRect>} before
 * @param {(key: string) => DOMRect | null} origin
 * @param {number} [calm] milliseconds
 * @returns {Promise<void>} when all have come to rest
 */
export async function glide(root, before, origin, calm = 320) {
  const time = duration(calm);
  if (!time) return;
  const moves = [];
  for (const element of root.querySelectorAll("[data-key]")) {
    const card = /** @type {HTMLElement} */ (element);
    const from = before.get(card.dataset.key ?? "") ?? origin(card.dataset.key ?? "");
    const to = card.getBoundingClientRect();
    if (!from || !to.width) continue;
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
    moves.push(run(card, [{ transform: start }, { transform: "none" }], time));
  }
  await Promise.all(moves);
}

/** Let cards go to a place and vanish there. @param {Element[]} cards @param {DOMRect} to @param {number} [calm] */
export async function collect(cards, to, calm = 420) {
  const time = duration(calm);
  if (!time) return;
  const moves = cards.map((card) => {
    const from = card.getBoundingClientRect();
    const dx = to.left + to.width / 2 - from.left - from.width / 2;
    const dy = to.top + to.height / 2 - from.top - from.height / 2;
    const end = { transform: `translate(${dx}px, ${dy}px) scale(0.4)`, opacity: 0 };
    return run(card, [{ transform: "none", opacity: 1 }, end], time);
  });
  await Promise.all(moves);
}

/** @param {Element} element @param {Keyframe[]} frames @param {number} time */
async function run(element, frames, time) {
  const animation = element.animate(frames, { duration: time, easing: "cubic-bezier(.3,.1,.2,1)", fill: "backwards" });
  await animation.finished.catch(() => undefined);
}
