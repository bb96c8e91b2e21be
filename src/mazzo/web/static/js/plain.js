// @ts-check
/** The table of any game: its view as text, and a button for every move. */

import { h } from "./dom.js";
import { nameOf, number, t } from "./i18n.js";

/** @typedef {import("./types.js").Frame} Frame */

class PlainTable extends HTMLElement {
  /** @type {import("./types.js").Setting} */
  setting = /** @type {any} */ (null);

  /** @param {Frame} frame */
  async show(frame) {
    this.className = "felt plain";
    const held = this.contains(document.activeElement);
    const moves = frame.legal.map((action) =>
      h("button", { class: "word", "data-action": action, onclick: () => this.#play(action) }, action),
    );
    this.replaceChildren(
      h("pre", { tabindex: 0, "aria-label": t("table") }, frame.shown),
      h("div", { class: "words", role: "group", "aria-label": t("legal") }, ...moves),
    );
    if (held) /** @type {HTMLElement | null} */ (this.querySelector("button"))?.focus();
  }

  /** @param {string} action */
  #play(action) {
    this.dispatchEvent(new CustomEvent("play", { detail: action, bubbles: true }));
  }

  /** @param {import("./types.js").Value[] | null} values @param {string | null} chosen */
  advise(values, chosen) {
    const best = values?.[0]?.value;
    for (const button of this.querySelectorAll("button")) {
      const value = values?.find(({ action }) => action === button.dataset.action);
      button.querySelector(".value")?.remove();
      button.classList.toggle("chosen", value !== undefined && value.action === chosen);
      if (value) button.append(h("span", { class: `value${value.value === best ? " best" : ""}` }, number(value.value, 2)));
    }
  }

  /** @param {Frame} frame */
  describe(frame) {
    if (frame.action === null || frame.player === null) return "";
    return `${nameOf(this.setting.names[frame.player] ?? "?")}: ${frame.action}${frame.told ? ` — ${frame.told}` : ""}`;
  }
}

customElements.define("mazzo-plain", PlainTable);
export const tag = "mazzo-plain";
