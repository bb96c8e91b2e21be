// @ts-check
/** What the tables of all games share: values at the moves, and tables that are drawn anew for every frame. */

import { h } from "./dom.js";
import { amount, percent } from "./i18n.js";
import { glide, places } from "./motion.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Value} Value */
/** @typedef {import("./types.js").View} View */

/**
 * Values at the buttons of the moves, best in green, the chosen one framed; null takes them away.
 *
 * @param {Element} root
 * @param {Value[] | null} values
 * @param {string | null} chosen
 * @param {[number, number]} bounds of the game's results
 */
export function mark(root, values, chosen, bounds) {
  const best = values?.[0]?.value;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("button[data-action]"))) {
    const action = button.dataset.action ?? "";
    const value = values?.find((found) => found.action === action);
    button.querySelector(".value")?.remove();
    button.classList.toggle("chosen", value !== undefined && action === chosen);
    if (value) button.append(worth(value, value.value === best, bounds));
    speak(button, value ? said(value, bounds) : "");
  }
}

/** Who hears the name of a move hears its value, too. @param {HTMLElement} button @param {string} value */
function speak(button, value) {
  const name = (button.dataset.name ??= button.getAttribute("aria-label") ?? "");
  if (name) button.setAttribute("aria-label", value ? `${name}, ${value}` : name);
}

/** @param {Value} value @param {[number, number]} bounds */
const said = ({ value, wins }, bounds) => [amount(value, bounds), ...(bounds[1] > 1 ? [percent(wins)] : [])].join(" ");


/** The expected result; beside points, the part of the games won. The style sheet writes it. @param {Value} value @param {boolean} best @param {[number, number]} bounds */
const worth = ({ value, wins }, best, bounds) =>
  h("span", {
    class: `value${best ? " best" : ""}`,
    "data-value": amount(value, bounds),
    "data-wins": bounds[1] > 1 && percent(wins),
  });

/** A table that is drawn anew for every frame; what has a key glides from where it was. */
export class Board extends HTMLElement {
  /** @type {import("./types.js").Setting} */
  setting = /** @type {any} */ (null);

  /** What lies on the table. @param {Frame} frame @param {View[] | null} seats @returns {Node[]} */
  draw(frame, seats) {
    throw new Error(`${this.localName} does not draw frame ${frame.number} ${seats}`);
  }

  /** Where a card comes from that was not there before. @param {string} key @returns {DOMRect | null} */
  origin(key) {
    return key ? null : null;
  }

  /** @param {Frame} frame @param {import("./types.js").Manner} manner */
  async show(frame, { seats, moving }) {
    const from = places(this);
    const held = this.contains(document.activeElement);
    const action = held ? /** @type {HTMLElement} */ (document.activeElement).dataset.action : null;
    this.replaceChildren(...this.draw(frame, seats));
    if (held) this.#focus(action ?? "");
    if (moving) await glide(this, from, (key) => this.origin(key));
  }

  /** @param {Value[] | null} values @param {string | null} chosen */
  advise(values, chosen) {
    mark(this, values, chosen, this.setting.facts.returns);
  }

  /** @param {string} action */
  play(action) {
    this.dispatchEvent(new CustomEvent("play", { detail: action, bubbles: true }));
  }

  /** Back to the same move, or to the first. @param {string} action */
  #focus(action) {
    const buttons = [...this.querySelectorAll("button[data-action]:not([disabled])")];
    const same = buttons.find((button) => /** @type {HTMLElement} */ (button).dataset.action === action);
    /** @type {HTMLElement | undefined} */ (same ?? buttons[0])?.focus();
  }
}
