// @ts-check
/** What happens at a table: frames by events, and by asking now and then where these do not come through. */

import { call } from "./api.js";

/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Table} Table */

const ASK = 2000; // milliseconds

/**
 * @typedef {object} Hearer
 * @property {() => number} since the number of the last frame that came
 * @property {() => boolean} asking ask even if events come: not everything is told by them
 * @property {(frame: Frame) => void} frame
 * @property {(table: Table) => void} table
 * @property {(error: unknown) => void} trouble null: it is over
 */

export class Feed {
  /** @type {EventSource | null} */
  #events = null;
  #timer = 0;

  /** @param {string} id @param {Hearer} hearer */
  constructor(id, hearer) {
    this.id = id;
    this.hearer = hearer;
    this.#timer = setInterval(() => this.#ask(), ASK);
    this.#listen();
  }

  #listen() {
    this.#events = new EventSource(`/api/tables/${this.id}/events?since=${this.hearer.since()}`);
    this.#events.addEventListener("frame", (event) => this.hearer.frame(JSON.parse(event.data)));
    this.#events.addEventListener("open", () => this.hearer.trouble(null));
  }

  async #ask() {
    if (this.#events?.readyState === EventSource.OPEN && !this.hearer.asking()) return;
    try {
      this.hearer.table(await call(`tables/${this.id}?since=${this.hearer.since()}`));
      if (this.#events?.readyState === EventSource.CLOSED) this.#listen();
    } catch (error) {
      this.hearer.trouble(error);
    }
  }

  close() {
    clearInterval(this.#timer);
    this.#events?.close();
    this.#events = null;
  }
}
