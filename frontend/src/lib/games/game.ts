/**
 * What the page knows of a game: enough to draw any position, to offer exactly the legal moves and to put them in words.
 * Nothing about who wins: the hub says that, in the entry that ends a game.
 *
 * A view holds no state and no language. Everything is a function of the moves; words are keys with parameters, which
 * lib/i18n/boardwords.ts puts into the person's language. Cells are counted row * columns + column, from the bottom
 * left, from 0, whatever a game's own notation does.
 */
import type { Seat } from '../protocol/entries'

/** The games that have a page of rules. */
export type Family = 'connect4' | 'tictactoe' | 'force3'

/** Where something is or can be tapped. */
export type Place = { column: number } | { cell: number } | { hand: Seat }

/** Something to say. Cells of a tile are numbered as people number them, squares named so. */
export type Words =
  // what can be tapped
  | { is: 'column'; column: number; free: number }
  | { is: 'square'; square: string; seat: Seat | null }
  | { is: 'tile'; cell: number; seat: Seat | null }
  | { is: 'hole'; cell: number }
  | { is: 'hand'; seat: Seat; count: number }
  // what was played
  | { is: 'drops'; column: number }
  | { is: 'marks'; square: string }
  | { is: 'places'; cell: number }
  | { is: 'moves'; from: number; to: number }
  | { is: 'slides'; cell: number }
  | { is: 'slides-two'; cell: number }
  // what there is to know
  | { is: 'repeated'; times: number }
  | { is: 'banned'; cell: number }

/** A disc, on the board or in hand. */
export interface Placed {
  /** stays the same as long as the game lasts */
  key: number
  seat: Seat
  /** null: in its owner's hand */
  cell: number | null
  /** its place in the hand, from 0 */
  slot: number
  /** the turn that brought it here, from 0; -1: none has */
  ply: number
}

/** A tile that discs lie on. */
export interface Tile {
  key: number
  cell: number
}

/** A place that a person can choose, now or at another time. */
export interface Spot {
  id: string
  place: Place
  /** keys that choose it, as KeyboardEvent.key has them */
  keys: readonly string[]
  words: Words
}

/** A legal move, and what is chosen to play it: one spot, or two in turn. */
export interface Choice {
  /** in the game's notation */
  move: string
  /** the spot that is chosen first; null: `to` alone plays the move */
  from: string | null
  to: string
  /** whether `to` may be chosen first, too */
  either: boolean
  /** the cell that a disc or a tile comes to rest in */
  lands: number
  /** where that comes from; null: from outside */
  source: Place | null
  words: Words
}

/** What cannot be done although it looks so. */
export interface Lock {
  cell: number
  /** choosing these two spots, in either order, asks why */
  spots: readonly [string, string]
  words: Words
}

/** The last turn. */
export interface LastTurn {
  cell: number
  source: Place | null
  words: Words
}

/** A position, as it is drawn. */
export interface Position {
  turn: Seat
  discs: Placed[]
  /** in games with tiles; the cell without one is the hole */
  tiles: Tile[]
  /** discs in hand, by seat - 1; null in games without hands */
  hands: readonly [number, number] | null
  /** the same spots in the same order whatever the moves */
  spots: Spot[]
  choices: Choice[]
  locks: Lock[]
  last: LastTurn | null
  /** what is worth knowing about this position */
  notes: Words[]
}

/** What kind of toy the game is played with. */
export type Look = 'plate' | 'tray' | 'tiles'

export interface GameView {
  family: Family
  look: Look
  columns: number
  rows: number
  /** discs to align */
  align: number
  /** the position after these moves; moves alternate from `first`. What is no legal move is passed over. */
  at(moves: readonly string[], first: Seat): Position
  /** a move in words; null if it is none of this game */
  words(move: string): Words | null
  /** a move as people write it */
  short(move: string): string
}
