// @ts-check
/**
 * How a card looks in its states. The page may set `--card-accent` (chosen), `--card-glow` (pointed out),
 * `--card-focus`, `--card-veil` (cannot be chosen) and `--card-paper`. No state is told by colour alone: a chosen card is
 * raised, one that cannot be chosen is dimmed.
 */

export const SHEET = new CSSStyleSheet();

SHEET.replaceSync(`
:host {
  display: inline-block;
  width: 120px;
  vertical-align: top;
  user-select: none;
  -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent;
  touch-action: manipulation;
  outline: none;
}
:host([hidden]) { display: none; }

.card {
  position: relative;
  width: 100%;
  box-shadow: 0 1px 2px rgb(10 12 30 / 0.28), 0 2px 6px rgb(10 12 30 / 0.16);
  transition: transform 140ms ease-out, box-shadow 140ms ease-out;
}
:host([face="empty"]) .card { box-shadow: none; }
svg { display: block; width: 100%; height: 100%; }

/* a veil, and a ring that is seen on light and on dark */
.card::after {
  content: "";
  position: absolute;
  inset: 0;
  border-radius: inherit;
  pointer-events: none;
  transition: background-color 140ms ease-out, box-shadow 140ms ease-out;
}

:host([selectable]:not([disabled])) { cursor: pointer; }
@media (hover: hover) {
  :host([selectable]:not([disabled]):hover) .card {
    transform: translateY(-4%);
    box-shadow: 0 5px 14px rgb(10 12 30 / 0.34);
  }
}
:host([selectable]:not([disabled]):active) .card { transform: translateY(-2%) scale(0.985); }

:host([highlighted]) .card::after {
  box-shadow: 0 0 0 3px var(--card-glow, #f2b632), 0 0 14px 5px rgb(242 182 50 / 0.55);
}

:host([selected]) .card { transform: translateY(-9%); box-shadow: 0 9px 20px rgb(10 12 30 / 0.4); }
:host([selected]) .card::after {
  box-shadow: 0 0 0 3px var(--card-accent, #2f7de1), 0 0 0 4.5px rgb(255 255 255 / 0.9);
}

:host([disabled]) .card::after {
  background-color: var(--card-veil, rgb(120 124 128 / 0.4));
  background-color: var(--card-veil, light-dark(rgb(222 225 216 / 0.52), rgb(22 25 34 / 0.48)));
}

:host(:focus-visible) .card::after {
  box-shadow: 0 0 0 2px #ffffff, 0 0 0 5px var(--card-focus, #1668d8), 0 0 0 6.5px #ffffff;
}

@media (forced-colors: active) {
  :host(:focus-visible) .card { outline: 3px solid Highlight; outline-offset: 2px; }
  :host([selected]) .card { outline: 2px solid SelectedItem; }
}
@media (prefers-reduced-motion: reduce) {
  .card, .card::after { transition: none; }
}
`);
