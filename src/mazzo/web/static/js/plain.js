// @ts-check
/** The table of any game: its view as text, and a button for every move. */

import { Board } from "./board.js";
import { h } from "./dom.js";
import { nameOf, t } from "./i18n.js";

/** @typedef {import("./types.js").Frame} Frame */

class PlainTable extends Board {
  /** @param {Frame} frame */
  draw(frame) {
    this.className = "felt plain";
    const moves = frame.legal.map((action) =>
      h("button", { class: "word", "data-action": action, onclick: () => this.play(action) }, action),
    );
    return [
      h("pre", { tabindex: 0, "aria-label": t("table") }, frame.shown),
      h("div", { class: "words", role: "group", "aria-label": t("legal") }, ...moves),
    ];
  }

  /** @param {Frame} frame */
  describe(frame) {
    if (frame.action === null || frame.player === null) return "";
    return `${nameOf(this.setting.names[frame.player] ?? "?")}: ${frame.action}${frame.told ? ` — ${frame.told}` : ""}`;
  }
}

customElements.define("mazzo-plain", PlainTable);
export const tag = "mazzo-plain";
