// @ts-check
/** Briscola on the page. */

import { t, teach } from "/static/js/i18n.js";
import { TrickTable } from "/static/js/tricks.js";

/** @typedef {import("/static/js/types.js").Frame} Frame */
/** @typedef {import("/static/js/types.js").View} View */

teach({
  nPoints: ["{n} points", "{n} punti"],
  onePoint: ["1 point", "1 punto"],
});

const NO_CARD = -1;
const HAND = 3; // cards in a full hand
const POINTS = /** @type {Record<string, number>} */ ({ A: 11, 3: 10, R: 4, C: 3, F: 2 });

class BriscolaTable extends TrickTable {
  /** @param {Frame} frame @param {View[] | null} seats */
  scene(frame, seats) {
    const view = frame.view;
    const { players, teams } = this.setting.facts;
    const codes = this.#codes(view.actions.slice(0, view.plays));
    const inTrick = this.#codes(view.table);
    const cards = view.actions.length;
    const stock = Math.max(0, cards - players * (HAND + Math.floor(view.plays / players)));
    const last = this.#last(view, codes, players);
    const turned = this.setting.pieces.cards[view.turned] ?? null;
    return {
      hand: this.#codes(view.hand),
      others: this.#others(view, seats, codes.length - inTrick.length),
      trick: inTrick.map((code) => ({ seat: this.#who(view, code), code })),
      last,
      winner: view.turn - inTrick.length < 0 ? view.turn - inTrick.length + players : view.turn - inTrick.length,
      worth: said(points(last ?? [])),
      score: /** @param {number} seat */ (seat) => String(view.points[teams[seat] ?? 0]),
      note: /** @param {number} seat */ (seat) => (this.#partner(seat) ? t("partner") : ""),
      stock,
      turned,
      trump: t(`suit.${turned?.[1]}`),
      words: [],
    };
  }

  /** @param {number[]} ids */
  #codes(ids) {
    return ids.filter((id) => id !== NO_CARD).map((id) => this.setting.pieces.cards[id] ?? "?");
  }

  /** @param {View} view @param {string} code */
  #who(view, code) {
    return view.who[this.setting.pieces.cards.indexOf(code)];
  }

  /** @param {number} seat */
  #partner(seat) {
    const { teams } = this.setting.facts;
    return seat !== this.setting.seat && teams[seat] === teams[this.setting.seat];
  }

  /** The last complete trick. @param {View} view @param {string[]} codes @param {number} players */
  #last(view, codes, players) {
    const complete = codes.length - (codes.length % players);
    if (complete === 0) return null;
    return codes.slice(complete - players, complete).map((code) => ({ seat: this.#who(view, code), code }));
  }

  /** The others' cards: face down, unless the rules or the review show them. @param {View} view @param {View[] | null} seats @param {number} settled plays in complete tricks */
  #others(view, seats, settled) {
    const { players } = this.setting.facts;
    const full = Math.min(HAND, Math.floor(view.actions.length / players) - settled / players);
    const others = new Map();
    for (let seat = 0; seat < players; seat++) {
      if (seat === this.setting.seat) continue;
      const partner = this.#codes(view.partner);
      const played = this.#codes(view.table).some((code) => this.#who(view, code) === seat);
      const hidden = Array.from({ length: full - (played ? 1 : 0) }, () => null);
      const open = seats ? this.#codes(seats[seat]?.hand ?? []) : this.#partner(seat) && partner.length ? partner : null;
      others.set(seat, open ?? hidden);
    }
    return others;
  }
}

/** @param {{ code: string }[]} cards */
const points = (cards) => cards.reduce((sum, { code }) => sum + (POINTS[code[0] ?? ""] ?? 0), 0);

/** @param {number} n */
const said = (n) => (n === 1 ? t("onePoint") : t("nPoints", { n }));

customElements.define("mazzo-briscola", BriscolaTable);
export const tag = "mazzo-briscola";
