// @ts-check
/** The colours of all decks: printed inks on warm paper. */

export const INK = "#2b2d42";
export const PAPER = "#fcf9f1";
export const WHITE = "#ffffff";

export const GOLD = "#edb83d";
export const GOLD_LIGHT = "#f9dc84";
export const GOLD_DARK = "#b27a14";
export const BRASS = "#875c06";
export const RED = "#c8402f";
export const CARDINAL = "#bd3425";
export const RED_DARK = "#8f2a22";
export const BLUE = "#3a6ea5";
export const BLUE_LIGHT = "#a9c9e6";
export const BLUE_DARK = "#264a75";
export const GREEN = "#4d8b54";
export const GREEN_LIGHT = "#9cc58a";
export const GREEN_DARK = "#2e5e3a";
export const WOOD = "#a8703c";
export const WOOD_DARK = "#774a24";
export const STEEL = "#dbe6ef";
export const STEEL_DARK = "#a3b8cb";
export const SKIN = "#f4d1ab";
export const SKIN_DARK = "#e0ac80";
export const BLOND = "#e0a83c";
export const AUBURN = "#a5522a";
export const BROWN = "#7a4a22";
export const DARK = "#4a3426";
export const GREY = "#c9c3b8";
export const CREAM = "#fdf3d7";
