// @ts-check
/** A game being played: frames come by events, and are shown one after the other. */

import { Refusal, call } from "./api.js";
import { componentOf } from "./component.js";
import { h, icon } from "./dom.js";
import { ending, score } from "./end.js";
import { Feed } from "./feed.js";
import { nameOf, t } from "./i18n.js";
import { seated } from "./lobby.js";
import { waiting } from "./invitations.js";
import { wait } from "./motion.js";
import { duration, forget, remember } from "./settings.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").GameTable} GameTable */

const THINKING = 500; // an agent that answers sooner seems to have thought

class Play extends HTMLElement {
  /** @type {Table} */
  #table = /** @type {any} */ (null);
  /** @type {GameTable} */
  #component = /** @type {any} */ (null);
  /** @type {Frame[]} shown so far, all of them */
  #frames = [];
  /** @type {Frame[]} */
  #waiting = [];
  /** @type {Feed | null} */
  #feed = null;
  #known = 0; // the number of the last frame that came
  #showing = false;
  #sending = false;
  #words = "";
  #gone = new AbortController();

  async connectedCallback() {
    const { signal } = this.#gone;
    addEventListener("keydown", (event) => this.#key(event), { signal });
    try {
      await this.#sitDown();
      this.#table = await call(`tables/${this.dataset.id}?since=-1`);
      await this.#begin();
    } catch (error) {
      this.#trouble(error);
    }
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#feed?.close();
  }

  /** Whoever comes with an invitation takes the seat. */
  async #sitDown() {
    const invitation = location.hash.slice(1);
    if (!invitation) return;
    history.replaceState(null, "", location.pathname);
    const { id, game, variant } = await call(`tables/${this.dataset.id}/seat`, { invitation });
    remember({ id, game, variant, at: Date.now() });
  }

  get #last() {
    return /** @type {Frame} */ (this.#frames[this.#frames.length - 1]);
  }

  async #begin() {
    const { component, title } = await componentOf(this.#table, false);
    if (this.#gone.signal.aborted) return;
    this.#component = component;
    component.addEventListener("play", (event) => this.#play(/** @type {CustomEvent} */ (event).detail));
    document.title = `${title} · mazzo`;
    const bar = document.querySelector("#title");
    if (bar) bar.textContent = title;
    this.replaceChildren(h("div", { class: "game-page" }, h("div", { class: "board" }, component, h("section", { class: "waiting", hidden: true }), this.#status()), this.#side()));
    const now = /** @type {Frame} */ (this.#table.frames.at(-1));
    this.#frames = this.#table.frames.slice(0, -1);
    this.#known = now.number;
    this.#showing = true;
    await this.#show(now, false);
    this.#showing = false;
    this.#drawWaiting();
    this.#say();
    if (!now.done && !this.#gone.signal.aborted) this.#feed = this.#hear();
  }

  // ----------------------------------------------------------------------------------------------------- frames

  #hear() {
    return new Feed(this.#table.id, {
      since: () => this.#known,
      asking: () => this.#table.free.length > 0,
      frame: (frame) => this.#take([frame]),
      table: (table) => {
        this.#table = table;
        this.#drawWaiting();
        this.#take(table.frames);
        this.#say();
      },
      trouble: (error) => this.#trouble(error),
    });
  }

  #drawWaiting() {
    const place = /** @type {HTMLElement} */ (this.querySelector(".waiting"));
    const missing = String(this.#table.free);
    if (place.dataset.missing === missing) return; // a link that is being copied stays
    place.dataset.missing = missing;
    place.hidden = !missing;
    place.replaceChildren(...waiting(this.#table, (seat) => `${t("seatNumber", { n: seat + 1 })}`));
  }

  /** @param {Frame[]} frames new ones, or known ones again */
  #take(frames) {
    for (const frame of frames) {
      if (frame.number <= this.#known) continue;
      this.#known = frame.number;
      this.#waiting.push(frame);
    }
    if (!this.#showing) void this.#showAll();
  }

  async #showAll() {
    this.#showing = true;
    try {
      for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift()) {
        if (frame.player !== this.#table.seat) await wait(duration(THINKING));
        await this.#show(frame, true);
      }
    } finally {
      this.#showing = false;
      this.#say();
    }
  }

  /** @param {Frame} frame @param {boolean} moving */
  async #show(frame, moving) {
    const before = this.#frames.at(-1) ?? null;
    this.#advise(null);
    await this.#component.show(frame, { before, seats: null, moving: moving && !this.#gone.signal.aborted });
    this.#frames.push(frame);
    this.#words = "";
    this.#say();
    this.#tell();
    if (frame.done) await this.#end(frame);
  }

  // ------------------------------------------------------------------------------------------------------ moves

  /** @param {string} action */
  async #play(action) {
    if (this.dataset.state !== "yours" || !this.#last.legal.includes(action)) return;
    await this.#send("moves", { number: this.#last.number, action });
  }

  async #undo() {
    if (this.dataset.state === "yours") await this.#send("undo", { number: this.#last.number });
  }

  /** @param {string} what @param {object} body */
  async #send(what, body) {
    this.#sending = true;
    this.#say();
    try {
      this.#take((await call(`tables/${this.#table.id}/${what}`, body)).frames);
    } catch (error) {
      this.#trouble(error);
    } finally {
      this.#sending = false;
      this.#say();
    }
  }

  async #hint() {
    if (this.dataset.state !== "yours" || this.#company) return;
    const at = this.#last.number;
    const button = this.querySelector("[data-tool=hint]");
    button?.setAttribute("aria-busy", "true");
    try {
      const hint = await call(`tables/${this.#table.id}/hint`, { number: at });
      if (this.#last.number === at) this.#advise(hint);
    } catch (error) {
      this.#trouble(error);
    } finally {
      button?.removeAttribute("aria-busy");
    }
  }

  /** @param {import("./types.js").Hint | null} hint */
  #advise(hint) {
    this.#component.advise(hint?.moves ?? null, hint?.action ?? null);
    const place = this.querySelector(".advice");
    if (!place) return;
    const what = hint && (this.#component.actionName?.(hint.action) ?? hint.action);
    place.replaceChildren(
      ...(hint
        ? [
            h("strong", {}, t("wouldPlay", { who: nameOf(hint.agent), what: what ?? "" })),
            h("span", {}, t("hintNote", { n: hint.worlds })),
          ]
        : []),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#component) return;
    if (/** @type {Element} */ (event.target).matches?.("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key === "h") void this.#hint();
    else if (key === "l") this.#lastTrick();
    else if (key === "u" && this.#alone) void this.#undo();
    else if (/^[1-9]$/.test(key)) {
      const buttons = this.#component.querySelectorAll("button[data-action]:not([disabled])");
      /** @type {HTMLElement | undefined} */ (buttons[Number(key) - 1])?.click();
    }
  }

  // ----------------------------------------------------------------------------------------------------- around

  /** Do people play with each other? */
  get #company() {
    return this.#table.players.filter((name) => name === "person").length > 1;
  }

  get #alone() {
    return this.#table.players.length === 1;
  }

  #status() {
    return h(
      "div",
      { class: "status" },
      h("p", { class: "turn-line", role: "status", "aria-live": "polite" }),
      h("div", { class: "advice", "aria-live": "polite" }),
    );
  }

  #side() {
    const tools = [
      !this.#company && this.#tool("hint", "hint", t("hint"), () => this.#hint()),
      this.#alone && this.#tool("undo", "undo", t("undo"), () => this.#undo()),
      "lastTrick" in this.#component && this.#tool("last", "cards", t("lastTrick"), () => this.#lastTrick()),
      this.#tool("history", "history", t("history"), () => this.classList.toggle("with-history")),
    ];
    return h(
      "aside",
      { class: "side" },
      h("div", { class: "tools" }, ...tools),
      this.#table.match && h("section", { class: "match" }, ...score(this.#table, this.#component.setting)),
      h("div", { class: "last-place", hidden: true }),
      h("section", { class: "history" }, h("h2", {}, t("history")), h("ol", { tabindex: 0, "aria-label": t("history") })),
      this.#table.shared && h("p", { class: "note" }, t("shared")),
      h("details", { class: "seal" }, h("summary", {}, t("committed")), h("p", {}, t("commitNote")), h("code", {}, this.#table.commitment)),
    );
  }

  /** @param {string} name @param {Parameters<typeof icon>[0]} picture @param {string} text @param {() => void} action */
  #tool(name, picture, text, action) {
    return h("button", { class: "tool", "data-tool": name, onclick: action }, icon(picture), h("span", {}, text));
  }

  #lastTrick() {
    const place = /** @type {HTMLElement} */ (this.querySelector(".last-place"));
    place.hidden = !place.hidden;
    this.#drawLast();
  }

  #drawLast() {
    const place = /** @type {HTMLElement | null} */ (this.querySelector(".last-place"));
    const component = /** @type {any} */ (this.#component);
    if (place && !place.hidden) place.replaceChildren(component.lastTrick());
  }

  /** Whose turn it is; or what went wrong. */
  #say() {
    const line = this.querySelector(".turn-line");
    if (!line || !this.#last) return;
    const { done, turn } = this.#last;
    const missing = this.#table.free.length > 0;
    const mine = turn === this.#table.seat && !done && !missing;
    const busy = this.#showing || this.#sending;
    this.dataset.state = done ? "over" : mine && !busy ? "yours" : "waiting";
    line.classList.toggle("mine", mine);
    const whose = mine ? t("yourTurn") : t("thinks", { who: this.#component.playerName?.(turn) ?? nameOf(this.#component.setting.names[turn] ?? "") });
    const text = this.#words || (done ? "" : missing ? t("waitingFor", { n: this.#table.free.length }) : whose);
    if (line.textContent !== text) line.textContent = text;
  }

  /** What happened, for the list. */
  #tell() {
    const list = this.querySelector(".history ol");
    if (!list) return;
    const lines = this.#frames.map((frame, i) => this.#told(frame, this.#frames[i - 1] ?? null)).filter((text) => text);
    const items = lines.map((text) => h("li", {}, text));
    list.replaceChildren(...items);
    list.scrollTop = list.scrollHeight;
    this.#drawLast();
  }

  /** @param {Frame} frame @param {Frame | null} before */
  #told(frame, before) {
    if (frame.action === "undo") return `${t("you")}: ${t("tookBack")}`;
    return this.#component.describe?.(frame, before) ?? frame.told;
  }

  /** @param {Frame} frame */
  async #end(frame) {
    this.#feed?.close();
    forget(this.#table.id);
    this.#table = await call(`tables/${this.#table.id}`);
    this.#drawMatch();
    const dialog = ending(this.#table, this.#component.setting, frame, () => this.#nextDeal());
    this.querySelector(".end")?.remove();
    this.querySelector(".board")?.append(dialog);
    /** @type {HTMLElement} */ (dialog.querySelector(".main")).focus({ preventScroll: true });
  }

  async #nextDeal() {
    try {
      seated(await call(`tables/${this.#table.id}/next`, { number: this.#last.number }));
    } catch (error) {
      this.#trouble(error);
    }
  }

  #drawMatch() {
    this.querySelector(".match")?.replaceChildren(...score(this.#table, this.#component.setting));
  }

  /** Say what went wrong; null: nothing any more. @param {unknown} error */
  #trouble(error) {
    if (error === null) {
      this.#words = "";
      this.#say();
      return;
    }
    const missing = error instanceof Refusal && error.status === 404;
    if (missing) forget(this.dataset.id ?? "");
    const refused = error instanceof Refusal && error.status < 500;
    const words = missing ? t("notFound") : refused ? error.message : t("broken");
    if (!this.#component) {
      this.replaceChildren(h("p", { class: "alert" }, words, " ", h("a", { href: "/" }, t("home"))));
      return;
    }
    this.#words = words;
    this.#say();
  }
}

customElements.define("mazzo-play", Play);
