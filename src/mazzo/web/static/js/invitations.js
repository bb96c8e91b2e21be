// @ts-check
/** Invitations to a table: links that take a seat, once. The one who opened the table keeps them in the browser. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { invitations, keepInvitations } from "./settings.js";

/** @typedef {import("./types.js").Table} Table */

/** @param {import("./types.js").Opened} table */
export function invite(table) {
  if (table.invitations.length) keepInvitations(table.id, table.invitations);
}

/** What takes the seat follows the #, which browsers do not send: so it is in nobody's log. @param {string} id @param {string} token */
const link = (id, token) => `${location.origin}/table/${id}#${token}`;

/** Whom the table waits for; with links, where one has them. @param {Table} table @param {(seat: number) => string} name */
export function waiting({ id, free }, name) {
  if (!free.length) return [];
  const links = invitations(id).filter(({ seat }) => free.includes(seat));
  const rows = links.map(({ seat, token }) => h("li", {}, h("span", {}, name(seat)), copied(link(id, token))));
  return [
    h("h2", {}, t("waitingFor", { n: free.length })),
    links.length > 0 && h("p", { class: "note" }, t("sendLinks")),
    links.length > 0 && h("ul", {}, ...rows),
  ].filter((part) => part !== false);
}

/** @param {string} address */
function copied(address) {
  const field = h("input", { readonly: true, value: address, "aria-label": t("invitation"), onfocus: () => field.select() });
  const button = h("button", { onclick: async () => {
    await navigator.clipboard.writeText(address).then(() => (button.textContent = t("copied")), () => field.select());
  } }, t("copyLink"));
  return h("span", { class: "link" }, field, button);
}
