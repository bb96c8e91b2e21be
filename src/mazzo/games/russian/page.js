// @ts-check
/** Russian Solitaire on the page. */

import { Board } from "/static/js/board.js";
import { emptyPlace, label, picture } from "/static/js/cards.js";
import { h } from "/static/js/dom.js";
import { t, teach } from "/static/js/i18n.js";
import { sheet } from "/static/js/style.js";

/** @typedef {import("/static/js/types.js").Frame} Frame */
/** @typedef {import("/static/js/types.js").View} View */

teach({
  toPile: ["{card} to its pile", "{card} sulla sua pila"],
  toFoundation: ["{card} to the foundation", "{card} sulla base"],
  pile: ["Pile {n}", "Pila {n}"],
  foundations: ["Foundations", "Basi"],
});

const SUITS = "shcd";
const RANKS = 13;
const UP = "^"; // after the card: to its foundation

class RussianTable extends Board {
  /** @param {Frame} frame */
  draw(frame) {
    this.className = "felt russian french";
    const { view } = frame;
    const piles = view.sizes.map((/** @type {number} */ size, /** @type {number} */ pile) => this.#pile(frame, pile, size));
    return [
      h("div", { class: "foundations", role: "group", "aria-label": t("foundations") }, ...this.#foundations(view)),
      h("div", { class: "piles" }, ...piles),
    ];
  }

  /** @param {string} code */
  actionName(code) {
    const card = label("french", code.replace(UP, ""));
    return t(code.endsWith(UP) ? "toFoundation" : "toPile", { card });
  }

  /** @param {Frame} frame */
  describe(frame) {
    return frame.action ? this.actionName(frame.action) : "";
  }

  /** @param {View} view */
  #foundations(view) {
    const piles = view.sizes.length;
    return [...SUITS].map((suit, s) => {
      const height = view.pile.slice(RANKS * s, RANKS * (s + 1)).filter((/** @type {number} */ at) => at === piles).length;
      const code = height ? this.setting.pieces.cards[RANKS * s + height - 1] ?? null : null;
      return h("span", { class: "card", "data-key": code }, code ? picture("french", code) : emptyPlace("french", suit));
    });
  }

  /** @param {Frame} frame @param {number} pile @param {number} size */
  #pile(frame, pile, size) {
    const { view } = frame;
    const cards = this.setting.pieces.cards
      .map((code, card) => ({ code, at: view.pile[card], height: view.height[card] }))
      .filter(({ at }) => at === pile)
      .sort((a, b) => a.height - b.height);
    const down = Array.from({ length: view.down[pile] }, () => h("span", { class: "card down" }, picture("french", null)));
    const up = cards.map(({ code }) => this.#card(frame, code));
    const column = h("div", { class: "pile", role: "group", "aria-label": t("pile", { n: pile + 1 }) }, ...down, ...up);
    if (!size) column.append(h("span", { class: "card" }, emptyPlace("french")));
    column.style.setProperty("--n", String(Math.max(2, cards.length + view.down[pile] * 0.4)));
    return column;
  }

  /** One press is enough: a card that may go to its foundation is never needed elsewhere. @param {Frame} frame @param {string} code */
  #card(frame, code) {
    const action = [code + UP, code].find((wanted) => frame.legal.includes(wanted));
    return h(
      "button",
      {
        class: `card${action ? " fits" : ""}`,
        "data-key": code,
        "data-action": action ?? code,
        "aria-label": action ? this.actionName(action) : label("french", code),
        disabled: !action,
        onclick: () => this.play(action ?? code),
      },
      picture("french", code),
    );
  }
}

sheet(`
  .russian {
    grid-template: "foundations" auto "piles" minmax(0, 1fr) / 1fr;
    --card: min(11.6cqw, 15dvh, 118px);
    container-type: size;
    align-content: start;
  }
  .russian > * { --card: min(12.4cqw, 17cqh, 118px); }
  .foundations { display: flex; gap: calc(var(--card) * 0.14); justify-content: center; color: var(--on-felt); }
  .piles { display: flex; gap: min(1.4cqw, 0.9rem); justify-content: center; min-height: 0; color: var(--on-felt); }
  .pile { display: flex; flex-direction: column; width: var(--card); --height: calc(var(--card) / var(--ratio)); }
  .pile > * + * {
    margin-top: calc(-1 * var(--height) + min(var(--step, 0.3) * var(--height), (76cqh - 2 * var(--height)) / var(--n)));
  }
  .pile > .down + * {
    margin-top: calc(-1 * var(--height) + min(0.12 * var(--height), (76cqh - 2 * var(--height)) / var(--n) * 0.4));
  }
  .pile .card.fits > svg { outline: 2px solid var(--gold); outline-offset: -1px; }
  .pile .card.fits:hover { translate: 0 -3px; }
  @media (max-width: 800px) { .pile { --step: 0.46; } }
  .pile .value { inset: 2px 2px auto auto; margin: 0; }
`);
customElements.define("mazzo-russian", RussianTable);
export const tag = "mazzo-russian";
