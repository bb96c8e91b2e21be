// @ts-check
/** A finished game, move by move: what could be expected, what each move was worth, and what the others held. */

import { call } from "./api.js";
import "./beliefs.js";
import { componentOf } from "./component.js";
import { h, icon } from "./dom.js";
import { graph } from "./graph.js";
import { amount, nameOf, percent, t } from "./i18n.js";
import { dealt } from "./lobby.js";
import { result } from "./end.js";
import { verified } from "./seal.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Decision} Decision */

const SHOWN = 5; // costly moves in the list

class Review extends HTMLElement {
  /** @type {import("./types.js").Review} */
  #game = /** @type {any} */ (null);
  /** @type {import("./types.js").Analysis | null} */
  #analysis = null;
  /** @type {import("./types.js").GameTable} */
  #component = /** @type {any} */ (null);
  #at = 0;
  #point = (/** @type {number} */ _) => {};
  #gone = new AbortController();

  async connectedCallback() {
    addEventListener("keydown", (event) => this.#key(event), { signal: this.#gone.signal });
    try {
      this.#game = await call(`reviews/${this.dataset.id}`);
      const { component, title } = await componentOf(this.#game, true);
      this.#component = component;
      document.title = `${t("review")} · ${title} · mazzo`;
      const bar = document.querySelector("#title");
      if (bar) bar.textContent = title;
    } catch {
      this.replaceChildren(h("p", { class: "alert" }, t("notFound"), " ", h("a", { href: "/" }, t("home"))));
      return;
    }
    this.#draw();
    await this.go(0);
    void this.#seal();
    this.#analysis = await call(`reviews/${this.dataset.id}/analysis`).catch(() => null);
    if (!this.#gone.signal.aborted) this.#judge();
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  #draw() {
    const moves = this.#game.frames.length - 1;
    const slider = h("input", {
      type: "range",
      min: 0,
      max: moves,
      value: 0,
      "aria-label": t("move", { n: 0, all: moves }),
      oninput: (/** @type {any} */ event) => this.go(Number(event.target.value)),
    });
    const steps = h(
      "div",
      { class: "steps" },
      this.#step("first", t("first"), () => 0),
      this.#step("back", t("back"), () => this.#at - 1),
      slider,
      this.#step("next", t("next"), () => this.#at + 1),
      this.#step("last", t("last"), () => moves),
    );
    const board = h("div", { class: "board" }, this.#component, h("div", { class: "status" }, steps, h("p", { class: "turn-line", role: "status" })));
    this.replaceChildren(h("div", { class: "game-page review-page" }, board, this.#side()));
  }

  /** @param {Parameters<typeof icon>[0]} name @param {string} text @param {() => number} where */
  #step(name, text, where) {
    return h("button", { class: "quiet", "data-step": name, "aria-label": text, title: text, onclick: () => this.go(where()) }, icon(name));
  }

  #side() {
    const end = /** @type {Frame} */ (this.#game.frames.at(-1));
    const { title, text } = result(this.#component.setting, end.returns ?? []);
    const beliefs = Object.assign(document.createElement("mazzo-beliefs"), {
      reviewed: { link: this.dataset.id, names: this.#game.players, component: this.#component },
    });
    return h(
      "aside",
      { class: "side" },
      h("h1", {}, title, " ", h("span", { class: "figures" }, text)),
      h("section", { class: "expected" }, h("h2", {}, t("expected")), h("p", { class: "busy" }, t("analysing"))),
      beliefs,
      h("section", { class: "costly-moves" }, h("h2", {}, t("costly"))),
      h(
        "div",
        { class: "actions" },
        h("button", { class: "main", "data-do": "on", onclick: () => this.#playOn(this.#at) }, t("playOn")),
        h("button", { onclick: () => this.#playOn(0) }, t("sameDeal")),
        h("button", { onclick: (/** @type {any} */ event) => this.#copy(event.target) }, t("copyLink")),
        h("button", { onclick: () => this.#download() }, t("download")),
      ),
      h("p", { class: "seal note" }),
    );
  }

  /** @param {number} wanted */
  async go(wanted) {
    const { frames, seats } = this.#game;
    this.#at = Math.min(frames.length - 1, Math.max(0, wanted));
    const frame = /** @type {Frame} */ (frames[this.#at]);
    await this.#component.show(frame, { before: frames[this.#at - 1] ?? null, seats: seats[this.#at] ?? null, moving: false });
    const slider = /** @type {HTMLInputElement} */ (this.querySelector("input[type=range]"));
    const where = t("move", { n: this.#at, all: frames.length - 1 });
    slider.value = String(this.#at);
    slider.setAttribute("aria-label", where);
    const line = /** @type {HTMLElement} */ (this.querySelector(".turn-line"));
    const told = this.#component.describe?.(frame, frames[this.#at - 1] ?? null) || t("start");
    line.replaceChildren(h("span", { class: "count" }, `${this.#at}/${frames.length - 1}`), " ", told);
    this.#advise();
    /** @type {any} */ (this.querySelector("mazzo-beliefs")).at(this.#at);
  }

  /** Beside the moves: what each was worth to the one who chose. */
  #advise() {
    const decision = this.#analysis?.decisions.find(({ plays }) => plays === this.#at);
    this.#component.advise(decision?.moves ?? null, decision?.action ?? null);
    this.#point(this.#at);
  }

  #judge() {
    const analysis = this.#analysis;
    const place = this.querySelector(".expected .busy");
    if (!analysis) {
      if (place) place.textContent = t("broken");
      return;
    }
    const { picture, point } = graph(analysis, this.#component.setting.facts.returns, t("expected"), (plays) => this.go(plays));
    this.#point = point;
    place?.replaceWith(picture, h("p", { class: "note" }, t("judged", { who: nameOf(analysis.agent), n: analysis.worlds })));
    const costly = analysis.decisions.filter(({ certain }) => certain).sort((a, b) => b.cost - a.cost);
    const list = costly.slice(0, SHOWN).map((decision) => this.#costly(decision));
    this.querySelector(".costly-moves")?.append(
      list.length ? h("ol", {}, ...list) : h("p", { class: "note" }, t("noneCostly")),
    );
    this.#advise();
  }

  /** @param {Decision} decision */
  #costly(decision) {
    const name = (/** @type {string} */ code) => this.#component.actionName?.(code) ?? code;
    const best = /** @type {import("./types.js").Value} */ (decision.moves[0]);
    const bounds = this.#component.setting.facts.returns;
    const who = this.#component.playerName?.(decision.player) ?? nameOf(this.#game.players[decision.player] ?? "?");
    return h(
      "li",
      {},
      h(
        "button",
        { class: "costly-move", onclick: () => this.go(decision.plays) },
        h("span", {}, `${decision.plays + 1}. ${who}: `, h("b", {}, name(decision.action))),
        h("span", { class: "figures" }, `−${amount(decision.cost, bounds)}`),
        h("small", {}, t("better", { what: name(best.action) }), bounds[1] > 1 && ` (${amount(best.value, bounds)}, ${percent(best.wins)} ${t("wins")})`),
      ),
    );
  }

  /** @param {number} plays */
  #playOn(plays) {
    const { game, variant, seat, players, frames } = this.#game;
    const agents = players.filter((_, i) => i !== seat);
    void dealt({ game, variant, seat, agents, review: this.dataset.id, plays: Math.min(plays, frames.length - 2) });
  }

  /** @param {HTMLElement} button */
  async #copy(button) {
    await navigator.clipboard.writeText(location.href).catch(() => undefined);
    button.textContent = t("copied");
  }

  #download() {
    const file = new Blob([JSON.stringify(this.#game.record, null, 1)], { type: "application/json" });
    const link = h("a", { href: URL.createObjectURL(file), download: `mazzo-${this.#game.game}.json` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async #seal() {
    const good = await verified(this.#game.record);
    const place = this.querySelector(".seal");
    if (place && good !== null) place.textContent = good ? `✓ ${t("verified")}` : t("forged");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (/** @type {Element} */ (event.target).matches?.("input, select")) return;
    if (event.key === "ArrowLeft") void this.go(this.#at - 1);
    if (event.key === "ArrowRight") void this.go(this.#at + 1);
  }
}

customElements.define("mazzo-review", Review);
