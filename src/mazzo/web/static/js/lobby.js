// @ts-check
/** The door: which game, and with whom. */

import { described, options } from "./agents.js";
import { call, listGames, piecesOf } from "./api.js";
import { picture } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { invite } from "./invitations.js";
import { keepChoice, lastChoice, openGames, remember } from "./settings.js";

/** @typedef {import("./types.js").Facts} Facts */
/** @typedef {import("./types.js").Variant} Variant */

const SHOWN = /** @type {Record<string, ["italian" | "french" | "hanabi", string[]]>} */ ({
  briscola: ["italian", ["Ad", "3s", "Rc"]],
  maraffone: ["italian", ["Ab", "2b", "3b"]],
  tripeaks: ["french", ["Qh", "Ks", "Ad"]],
  russian: ["french", ["Kd", "Qd", "Jd"]],
  hanabi: ["hanabi", ["R1", "W3", "B5"]],
});

class Lobby extends HTMLElement {
  /** @type {Facts[]} */
  #games = [];
  #game = "";
  #variant = "";

  async connectedCallback() {
    document.title = "mazzo";
    try {
      this.#games = await listGames();
    } catch {
      this.replaceChildren(h("p", { class: "alert" }, t("broken")));
      return;
    }
    const last = lastChoice();
    this.#game = this.#games.find(({ name }) => name === last.game)?.name ?? this.#games[0]?.name ?? "";
    this.#variant = last.variant ?? "";
    await this.draw();
  }

  get #facts() {
    return /** @type {Facts} */ (this.#games.find(({ name }) => name === this.#game));
  }

  get #rules() {
    const { variants } = this.#facts;
    return /** @type {Variant} */ (variants.find(({ name }) => name === this.#variant) ?? variants[0]);
  }

  async draw() {
    const rules = this.#rules;
    this.#variant = rules.name;
    const form = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => this.deal(event) });
    this.replaceChildren(
      h("div", { class: "lobby" }, h("p", { class: "tagline" }, t("tagline")), this.goOn(), this.shelf(), form),
    );
    const { agents, matches } = await piecesOf(this.#game, rules.name);
    if (this.#variant !== rules.name) return; // something else was chosen meanwhile
    form.replaceChildren(
      this.variants(),
      rules.players > 1 ? this.seats(rules) : "",
      matches.length > 0 ? this.lengths(matches) : "",
      ...this.partners(rules, agents),
      h("button", { class: "main", type: "submit" }, t("deal")),
      h("p", { class: "alert", role: "alert" }),
    );
  }

  goOn() {
    const open = openGames();
    if (!open.length) return null;
    const title = (/** @type {string} */ name) => this.#games.find((game) => game.name === name)?.title ?? name;
    const links = open
      .slice(0, 4)
      .map(({ id, game, variant }) => h("a", { href: `/table/${id}` }, `${title(game)} ${variant}`));
    return h("nav", { class: "go-on", "aria-label": t("goOn") }, h("span", {}, t("goOn")), ...links);
  }

  shelf() {
    const games = this.#games.map(({ name, title }) => {
      const [deck, codes] = SHOWN[name] ?? ["italian", []];
      const fan = codes.map((code) => h("span", { class: `card ${deck}` }, picture(deck, code)));
      return h(
        "button",
        {
          class: "game",
          "aria-pressed": String(name === this.#game),
          "data-game": name,
          onclick: () => this.pick(name, ""),
        },
        h("span", { class: "fan", "aria-hidden": "true" }, ...fan),
        h("span", { class: "game-title" }, title),
      );
    });
    return h("div", { class: "shelf", role: "group", "aria-label": t("game") }, ...games);
  }

  /** @param {string} game @param {string} variant */
  async pick(game, variant) {
    this.#game = game;
    this.#variant = variant;
    await this.draw();
    /** @type {HTMLElement | null} */ (this.querySelector(variant ? "[name=variant]:checked" : `[data-game="${game}"]`))?.focus();
  }

  variants() {
    const { variants } = this.#facts;
    if (variants.length < 2) return h("p", { class: "note" }, this.#rules.summary);
    return h(
      "label",
      {},
      h("span", {}, t("variant")),
      h(
        "select",
        { name: "variant", onchange: (/** @type {any} */ event) => this.pick(this.#game, event.target.value) },
        ...variants.map(({ name, summary }) =>
          h("option", { value: name, selected: name === this.#variant }, `${name} — ${summary}`),
        ),
      ),
    );
  }

  /** @param {Variant} rules */
  seats(rules) {
    const options = Array.from({ length: rules.players }, (_, seat) => h("option", { value: seat }, seat + 1));
    return h("label", {}, h("span", {}, t("seat")), h("select", { name: "seat" }, ...options));
  }

  /** @param {number[]} targets */
  lengths(targets) {
    const { game, match } = lastChoice();
    const options = targets.map((n) => h("option", { value: n, selected: game === this.#game && match === n }, t("matchTo", { n })));
    return h("label", {}, h("span", {}, t("match")), h("select", { name: "match" }, h("option", { value: "" }, t("oneDeal")), ...options));
  }

  /** @param {Variant} rules @param {import("./types.js").Agent[]} agents */
  partners(rules, agents) {
    const last = lastChoice();
    return Array.from({ length: rules.players - 1 }, (_, i) => {
      const together = rules.kind === "cooperative" || rules.teams[(i + 1) % rules.players] === rules.teams[0];
      const chosen = last.game === this.#game ? last.agents?.[i] : "";
      const select = h("select", { name: "agent", "aria-describedby": `doc-${i}` }, ...options(agents, chosen));
      const doc = h("small", { id: `doc-${i}`, class: "agent" });
      const tell = () => {
        const agent = agents.find(({ name }) => name === select.value);
        doc.replaceChildren(...(agent ? described(agent) : []));
      };
      select.addEventListener("change", tell);
      tell();
      return h("label", {}, h("span", {}, together ? t("with") : t("against")), select, doc);
    });
  }

  /** @param {Event} event */
  async deal(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const seat = Number(data.get("seat") ?? 0);
    const chosen = data.getAll("agent").map(String); // counted from the own seat, as people sit
    const { players } = this.#rules;
    const agents = Array.from({ length: players }, (_, at) => chosen[(at - seat - 1 + players) % players] ?? "")
      .filter((_, at) => at !== seat);
    const match = Number(data.get("match")) || null;
    const wanted = { game: this.#game, variant: this.#variant, seat, agents, match };
    keepChoice({ ...wanted, agents: chosen });
    await dealt(wanted, /** @type {HTMLElement} */ (form.querySelector(".alert")));
  }
}

/** Ask for a game, and go there. @param {Record<string, any>} wanted @param {HTMLElement | null} [alert] */
export async function dealt(wanted, alert = null) {
  try {
    const table = await call("games", wanted);
    invite(table);
    seated(table);
  } catch (error) {
    if (alert) alert.textContent = error instanceof Error && error.name !== "TypeError" ? error.message : t("broken");
  }
}

/** Go to a table at which one sits. @param {import("./types.js").Table} table */
export function seated(table) {
  remember({ id: table.id, game: table.game, variant: table.variant, at: Date.now() });
  document.dispatchEvent(new CustomEvent("go", { detail: `/table/${table.id}` }));
}

customElements.define("mazzo-lobby", Lobby);
