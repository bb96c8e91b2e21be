// @ts-check
/** TriPeaks on the page. */

import { Board } from "/static/js/board.js";
import { label, picture } from "/static/js/cards.js";
import { h } from "/static/js/dom.js";
import { t, teach } from "/static/js/i18n.js";
import { sheet } from "/static/js/style.js";

/** @typedef {import("/static/js/types.js").Frame} Frame */

teach({
  turnStock: ["Turn the next card", "Gira la prossima carta"],
  leftInStock: ["{n} in the stock", "{n} nel mazzo"],
  turned: ["{card} is turned", "gira {card}"],
  taken: ["{card} is taken", "prende {card}"],
  waste: ["Waste", "Scarto"],
});

const FACE_DOWN = -2;
const ROWS = "abcd"; // from the peaks down
const STOCK = "stock";
const WIDTH = 10; // cards in the last row

class TriPeaksTable extends Board {
  /** @param {Frame} frame */
  draw(frame) {
    this.className = "felt tripeaks french";
    const places = this.setting.pieces.actions.slice(0, -1);
    const cards = places.map((action, place) => this.#card(frame, action, frame.view.tableau[place]));
    return [h("div", { class: "peaks", role: "group", "aria-label": t("table") }, ...cards), this.#foot(frame)];
  }

  /** New on the waste: turned from the stock. @param {string} key */
  origin(key) {
    return this.querySelector(`.foot [data-key="${key}"]`) ? (this.querySelector(".deck")?.getBoundingClientRect() ?? null) : null;
  }

  /** @param {string} code */
  actionName(code) {
    const place = this.setting.pieces.actions.indexOf(code);
    return code === STOCK ? t("turnStock") : this.#names.get(place) ?? code;
  }

  /** The cards that were seen, by place. @type {Map<number, string>} */
  #names = new Map();

  /** @param {Frame} frame */
  describe(frame) {
    if (!frame.action) return "";
    const card = label("french", this.setting.pieces.cards[frame.view.waste] ?? "");
    return t(frame.action === STOCK ? "turned" : "taken", { card });
  }

  /** @param {Frame} frame @param {string} action @param {number} card */
  #card(frame, action, card) {
    const row = ROWS.indexOf(action[0] ?? "a");
    const nth = Number(action.slice(1)) - 1;
    const code = this.setting.pieces.cards[card] ?? null;
    if (card !== FACE_DOWN && code === null) return null;
    if (code) this.#names.set(this.setting.pieces.actions.indexOf(action), label("french", code));
    const shown = code ? this.#button(frame, action, code) : h("span", { class: "card" }, picture("french", null));
    shown.style.setProperty("--x", String(column(row, nth)));
    shown.style.setProperty("--y", String(row));
    return shown;
  }

  /** @param {Frame} frame @param {string} action @param {string} code */
  #button(frame, action, code) {
    const legal = frame.legal.includes(action);
    return h(
      "button",
      {
        class: `card${legal ? " fits" : ""}`,
        "data-key": code,
        "data-action": action,
        "aria-label": label("french", code),
        disabled: !legal,
        onclick: () => this.play(action),
      },
      picture("french", code, { large: matchMedia("(max-width: 800px)").matches }),
    );
  }

  /** @param {Frame} frame */
  #foot(frame) {
    const { stock, waste } = frame.view;
    const code = this.setting.pieces.cards[waste] ?? null;
    const left = t("leftInStock", { n: stock });
    return h(
      "div",
      { class: "foot" },
      h(
        "button",
        {
          class: "card deck",
          "data-action": STOCK,
          disabled: !frame.legal.includes(STOCK),
          "aria-label": `${t("turnStock")}, ${left}`,
          onclick: () => this.play(STOCK),
        },
        stock > 0 && picture("french", null),
        h("span", { class: "left" }, stock),
      ),
      h("span", { class: "card", "data-key": code, title: t("waste") }, code && picture("french", code)),
    );
  }
}

/** Where a place lies, in cards from the left. @param {number} row @param {number} nth */
function column(row, nth) {
  if (row === 3) return nth;
  const peak = Math.floor(nth / (row + 1));
  return 3 * peak + (nth % (row + 1)) + (3 - row) / 2;
}

sheet(`
  .tripeaks {
    grid-template: "peaks" minmax(0, 1fr) "foot" auto / 1fr;
    --card: min(8.3cqw, 11.5dvh, 108px);
    container-type: inline-size;
  }
  .peaks {
    position: relative;
    align-self: center;
    justify-self: center;
    width: calc(${WIDTH} * var(--step));
    height: calc(var(--card) / var(--ratio) * 2.8);
    --card: min(8.6cqw, 12.5dvh, 112px);
    --step: calc(var(--card) * 1.08);
  }
  .peaks .card {
    position: absolute;
    left: calc(var(--x) * var(--step));
    top: calc(var(--y) * var(--card) / var(--ratio) * 0.6);
  }
  .peaks .card.fits { translate: 0 -4px; }
  .peaks .card.fits > svg { outline: 2px solid var(--gold); outline-offset: 0; }
  .peaks .card.fits:hover { translate: 0 -9px; }
  .foot {
    display: flex;
    justify-content: center;
    gap: 1.4rem;
    padding: 0.6rem;
    --card: min(16cqw, 14dvh, 112px);
  }
  .deck[disabled] { opacity: 0.55; }
  .deck .left {
    position: absolute;
    inset: auto 0 8%;
    margin: auto;
    width: max-content;
    padding: 0 0.6rem;
    border-radius: 99px;
    background: rgb(20 24 26 / 80%);
    color: #fff;
    font-weight: 650;
  }
  .deck .value { inset: 8% 0 auto; }
  @media (max-width: 800px) {
    .peaks { --card: min(9.1cqw, 12.5dvh); --step: calc(var(--card) * 1.06); height: calc(var(--card) / var(--ratio) * 3.7); }
    .peaks .card { top: calc(var(--y) * var(--card) / var(--ratio) * 0.9); }
    .peaks .value { inset: auto -0.5rem -0.9rem; max-width: none; font-size: 0.75rem; padding: 0 0.3rem; z-index: 1; }
  }
`);
customElements.define("mazzo-tripeaks", TriPeaksTable);
export const tag = "mazzo-tripeaks";
