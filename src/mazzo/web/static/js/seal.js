// @ts-check
/** Was the deal fixed before the first card? Checked here, so that nobody needs to trust the service. */

/** @param {Record<string, any>} record @returns {Promise<boolean | null>} null where the browser cannot tell */
export async function verified(record) {
  if (!globalThis.crypto?.subtle) return null;
  const deal = JSON.stringify([record.game, record.rules, record.variant, record.deck, record.setup]);
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${record.nonce}:${deal}`));
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === record.commitment;
}
