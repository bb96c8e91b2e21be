// @ts-check
/**
 * What the service sends, as its OpenAPI description has it, and what the page's parts promise each other.
 *
 * @typedef {{ name: string, summary: string, players: number, teams: number[], kind: string, longest: number,
 *   returns: [number, number] }} Variant
 * @typedef {{ name: string, title: string, variants: Variant[], page: boolean }} Facts
 * @typedef {{ unit: "elo" | "score" | "won", value: number, low: number, high: number }} Strength
 * @typedef {{ name: string, kind: string, doc: string, strength: Strength | null }} Agent
 * @typedef {{ cards: string[], actions: string[], agents: Agent[], matches: number[] }} Pieces
 * @typedef {Record<string, any>} View
 * @typedef {{ number: number, plays: number, turn: number, done: boolean, action: string | null, player: number | null,
 *   told: string, shown: string, legal: string[], view: View, returns: number[] | null }} Frame
 * @typedef {{ id: string, game: string, variant: string, seat: number, players: string[], commitment: string,
 *   shared: boolean, frames: Frame[], review: string | null, match: Match | null, free: number[] }} Table
 * @typedef {Table & { invitations: { seat: number, token: string }[] }} Opened
 * @typedef {{ target: number, deal: number, score: number[], over: boolean, reviews: string[] }} Match
 * @typedef {{ action: string, value: number, error: number, wins: number }} Value
 * @typedef {{ number: number, agent: string, worlds: number, action: string, moves: Value[] }} Hint
 * @typedef {{ plays: number, value: number, wins: number }} Point
 * @typedef {{ plays: number, player: number, action: string, cost: number, certain: boolean, moves: Value[] }} Decision
 * @typedef {{ agent: string, worlds: number, seat: number, points: Point[], decisions: Decision[] }} Analysis
 * @typedef {{ game: string, variant: string, players: string[], seat: number, returns: number[], shared: boolean,
 *   undone: number, record: Record<string, any>, frames: Frame[], seats: View[][] }} Review
 *
 * @typedef {{ name: string, even: number[], weighed: number[], truth: number[] }} Place
 * @typedef {{ plays: number, seat: number, like: string[], worlds: number, ranks: number, places: Place[] }} Belief
 *
 * What a game's component is told once, before the first frame.
 * @typedef {{ facts: Variant, pieces: Pieces, seat: number, names: string[], review: boolean }} Setting
 *
 * How a frame is to be shown.
 * @typedef {{ before: Frame | null, seats: View[] | null, moving: boolean }} Manner
 *
 * A game's component: an element that shows frames, and tells by a `play` event (detail: the action's code) what its
 * player does. `advise` puts values at the moves, and takes them away again with null.
 * @typedef {HTMLElement & { setting: Setting, show: (frame: Frame, manner: Manner) => Promise<void>,
 *   advise: (values: Value[] | null, chosen: string | null) => void,
 *   describe?: (frame: Frame, before: Frame | null) => string,
 *   actionName?: (code: string) => string, cardName?: (code: string) => string, playerName?: (seat: number) => string }} GameTable
 */
export {};
