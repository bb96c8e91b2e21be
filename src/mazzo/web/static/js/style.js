// @ts-check
/** A game's own look, beside its component; a sheet that is constructed keeps a strict content security policy. */

/** @param {string} css */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
}
