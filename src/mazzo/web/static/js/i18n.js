// @ts-check
/** English and Italian. */

import { choice } from "./settings.js";

/** @type {Record<string, [string, string]>} */
const WORDS = {
  tagline: ["Card games against agents that learned them", "Giochi di carte contro agenti che li hanno imparati"],
  game: ["Game", "Gioco"],
  variant: ["Variant", "Variante"],
  seat: ["Your seat", "Il tuo posto"],
  deal: ["Deal", "Dai le carte"],
  again: ["New game", "Nuova partita"],
  sameDeal: ["Same cards again", "Le stesse carte"],
  reviewIt: ["Review the game", "Rivedi la partita"],
  goOn: ["Go on with", "Riprendi"],
  guest: ["Guest", "Ospite"],
  seatNumber: ["Seat {n}", "Posto {n}"],
  byInvitation: ["A person, by invitation", "Una persona, su invito"],
  waitingFor: ["Waiting for people: {n}", "Persone che mancano: {n}"],
  sendLinks: [
    "Send each a link: whoever opens it first takes the seat. The game begins when everybody is there.",
    "Manda a ciascuno un link: chi lo apre per primo prende il posto. Si comincia quando ci sono tutti.",
  ],
  invitation: ["Invitation", "Invito"],
  match: ["Match", "Incontro"],
  oneDeal: ["A single deal", "Una sola mano"],
  matchTo: ["Match to {n}", "Incontro ai {n}"],
  dealOf: ["Deal {n}", "Mano {n}"],
  dealsOver: ["Review of deal", "Rivedi la mano"],
  nextDeal: ["Next deal", "Prossima mano"],
  newMatch: ["New match", "Nuovo incontro"],
  wonMatch: ["You won the match", "Hai vinto l'incontro"],
  lostMatch: ["You lost the match", "Hai perso l'incontro"],
  settings: ["Settings", "Impostazioni"],
  theme: ["Theme", "Tema"],
  auto: ["Auto", "Auto"],
  light: ["Light", "Chiaro"],
  dark: ["Dark", "Scuro"],
  motion: ["Animation", "Animazione"],
  calm: ["Calm", "Calma"],
  quick: ["Quick", "Veloce"],
  off: ["Off", "No"],
  home: ["All games", "Tutti i giochi"],
  you: ["You", "Tu"],
  yourTurn: ["Your turn", "Tocca a te"],
  thinks: ["{who} is thinking…", "{who} sta pensando…"],
  hint: ["Hint", "Aiuto"],
  undo: ["Undo", "Annulla"],
  history: ["History", "Storia"],
  lastTrick: ["Last trick", "Ultima presa"],
  noTrick: ["No trick yet", "Ancora nessuna presa"],
  points: ["points", "punti"],
  won: ["You won", "Hai vinto"],
  lost: ["You lost", "Hai perso"],
  drawn: ["A draw", "Pareggio"],
  over: ["The game is over", "La partita è finita"],
  score: ["Score {n} of {most}", "Punteggio {n} su {most}"],
  notFound: ["There is no such game, or it is not yours.", "Questa partita non c'è, o non è tua."],
  broken: ["The service does not answer. Trying again…", "Il servizio non risponde. Riprovo…"],
  wouldPlay: ["{who} would choose: {what}", "{who} sceglierebbe: {what}"],
  hintNote: [
    "Values: expected result over {n} possible worlds.",
    "Valori: risultato atteso su {n} mondi possibili.",
  ],
  committed: ["Deal committed", "Mazzo sigillato"],
  commitNote: [
    "SHA-256 of the deal and a secret number, fixed before the first card. Both are shown after the last one.",
    "SHA-256 del mazzo e di un numero segreto, fissato prima della prima carta. Entrambi si vedono dopo l'ultima.",
  ],
  verified: ["The deal is the one that was sealed before the game.", "Il mazzo è quello sigillato prima della partita."],
  forged: ["The deal is NOT the one that was sealed!", "Il mazzo NON è quello sigillato!"],
  review: ["Review", "Rivedi"],
  expected: ["Expected result", "Risultato atteso"],
  costly: ["Moves that cost most", "Le mosse più costose"],
  noneCostly: ["No move was clearly worse than another.", "Nessuna mossa è stata chiaramente peggiore."],
  better: ["better: {what}", "meglio: {what}"],
  analysing: ["Looking at every move…", "Guardo ogni mossa…"],
  beliefs: ["Beliefs about hidden cards", "Credenze sulle carte coperte"],
  onTurn: ["On turn: {who}", "Di turno: {who}"],
  byCards: ["By the cards", "Dalle carte"],
  byPlay: ["By the play, too", "Anche dal gioco"],
  beliefNote: [
    "The stronger the colour, the more likely the card lay there, over {n} worlds; framed: it did.",
    "Più il colore è forte, più era probabile che la carta fosse lì, su {n} mondi; con la cornice: c'era.",
  ],
  playsLike: ["The others' moves are weighed as if made by {who}.", "Le mosse altrui contano come se le facesse {who}."],
  nothingHidden: ["Nothing is hidden here.", "Qui non c'è niente di coperto."],
  truth: ["there were", "c'erano"],
  stock: ["Stock", "Tallone"],
  ownCard: ["Card {n} of the hand", "Carta {n} della mano"],
  playOn: ["Play on from here", "Gioca da qui"],
  copyLink: ["Copy link", "Copia il link"],
  copied: ["Copied", "Copiato"],
  download: ["Download record", "Scarica la partita"],
  move: ["Move {n} of {all}", "Mossa {n} di {all}"],
  first: ["First", "Inizio"],
  back: ["Back", "Indietro"],
  next: ["Next", "Avanti"],
  last: ["Last", "Fine"],
  start: ["Start", "Inizio"],
  close: ["Close", "Chiudi"],
  shared: ["Played before: not rated", "Già giocata: fuori classifica"],
  trump: ["Trump", "Briscola"],
  takes: ["{who} takes {n}", "{who} prende {n}"],
  youTake: ["You take {n}", "Prendi {n}"],
  table: ["Table", "Tavolo"],
  hand: ["Your hand", "Le tue carte"],
  handOf: ["Cards of {who}", "Carte di {who}"],
  partner: ["partner", "compagno"],
  legal: ["Moves", "Mosse"],
  solitaire: ["Solitaire", "Solitario"],
  cooperative: ["Together", "Insieme"],
  wins: ["wins", "vittorie"],
  judged: ["judged by {who} over {n} worlds a move", "giudicata da {who} su {n} mondi per mossa"],
  with: ["With", "Con"],
  against: ["Against", "Contro"],
  agents: ["Agents", "Agenti"],
  agentsTitle: ["Agents and people", "Agenti e persone"],
  atOnce: ["Answer at once", "Rispondono subito"],
  thinking: ["Think longer", "Pensano più a lungo"],
  "kind.scripted": ["Scripted", "Programmato"],
  "kind.network": ["Neural network", "Rete neurale"],
  "kind.search": ["Search", "Ricerca"],
  "unit.elo": ["{n} Elo", "{n} Elo"],
  "unit.score": ["{n} points", "{n} punti"],
  "unit.won": ["{n} won", "{n} vinte"],
  "about.elo": [
    "Measured against all others, with a 95 % interval: chance has 0, and 400 more are ten to one.",
    "Misurata contro tutti gli altri, con intervallo al 95 %: il caso ha 0, e 400 in più sono dieci a uno.",
  ],
  "about.score": ["Measured with its like, with a 95 % interval.", "Misurata tra pari, con intervallo al 95 %."],
  "about.won": ["Measured, with a 95 % interval.", "Misurata, con intervallo al 95 %."],
  strength: ["Measured", "Misurata"],
  who: ["Who", "Chi"],
  games: ["Games", "Partite"],
  wonPart: ["Won", "Vinte"],
  average: ["Average", "Media"],
  rating: ["Rating", "Forza"],
  people: ["People", "Persone"],
  noGames: ["Nobody has finished a game here yet.", "Qui nessuno ha ancora finito una partita."],
  fromGames: [
    "From the last {n} games on fresh deals. Ratings by openskill from games against people; newcomers have 25.",
    "Dalle ultime {n} partite con mazzi nuovi. Forza secondo openskill dalle partite contro persone; chi comincia ha 25.",
  ],
  bySkill: ["Average result by declared skill", "Risultato medio secondo l'abilità dichiarata"],
  howGood: ["How well do you play? (1 beginner, 5 master; if you like)", "Quanto giochi bene? (1 principiante, 5 maestro; se vuoi)"],
  thanks: ["Thank you.", "Grazie."],
  keys: ["Keys: 1–9 play · H hint · L last trick", "Tasti: 1–9 gioca · H aiuto · L ultima presa"],
  tookBack: ["took a move back", "ha annullato una mossa"],
  "suit.d": ["coins", "denari"],
  "suit.s": ["swords", "spade"],
  "suit.c": ["cups", "coppe"],
  "suit.b": ["clubs", "bastoni"],
};

/** Those of a game's own component are added here. @param {Record<string, [string, string]>} words */
export const teach = (words) => Object.assign(WORDS, words);

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] put where the text has `{name}`
 */
export function t(key, values = {}) {
  const found = WORDS[key];
  const text = found ? found[choice("lang") === "it" ? 1 : 0] : key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** 1 decimal at most, as people of the language write it. @param {number} x @param {number} [digits] */
export const number = (x, digits = 1) => x.toLocaleString(choice("lang"), { maximumFractionDigits: digits });

/** @param {number} part */
export const percent = (part) => part.toLocaleString(choice("lang"), { style: "percent", maximumFractionDigits: 0 });

/** A result, as its game counts: parts of 1 as percent. @param {number} x @param {[number, number]} bounds */
export const amount = (x, bounds) =>
  bounds[1] <= 1 ? percent(x) : number(x, Math.abs(x) < 1 ? 2 : 1);

/** @param {string} name the service's word for a player; `guest` for people in other seats */
export const nameOf = (name) => OURS[name] ? t(OURS[name]) : name.charAt(0).toUpperCase() + name.slice(1);

/** People have no names here. @type {Record<string, string>} */
const OURS = { person: "you", guest: "guest" };
