/**
 * What the page knows about a game: enough to draw any position, to offer exactly the legal moves, and to describe them.
 * It does not know who wins: the hub says so in the entry that ends a game.
 *
 * A GameView has no state and no language: everything is a function of the moves, and lib/i18n/boardtext.ts translates
 * its phrases. Cells are counted row * columns + column, from the bottom left, from 0, whatever the game's notation.
 */
import type { BoardChoice, BoardLayout, BoardLock, BoardLook } from '../board/board'
import type { BoardMark, BoardPlace, BoardTarget, BoardTile } from '../board/board'
import { turnAt, type Seat } from '../protocol/entries'

/** The games, each with all its variants. A family has one page of rules. */
export const FAMILIES = ['connect4', 'tictactoe', 'force3'] as const

export type Family = (typeof FAMILIES)[number]

export type { BoardLook as Look, BoardPlace as Place, BoardTile as Tile } from '../board/board'

/** Something to say, without its language. Cells and squares are named as in the game's notation. */
export type Phrase =
  /** a column that can be tapped */
  | { is: 'column'; column: number; free: number }
  /** a disc that was dropped */
  | { is: 'drops'; column: number }
  /** why a full column cannot be chosen */
  | { is: 'full' }
  | TrayPhrase

/** The phrases that only the games on a tray need. */
export type TrayPhrase =
  // what can be tapped
  | { is: 'square'; square: string; seat: Seat | null }
  | { is: 'tile'; cell: number; seat: Seat | null }
  | { is: 'hole'; cell: number }
  | { is: 'hand'; seat: Seat; count: number }
  // what was played
  | { is: 'marks'; square: string }
  | { is: 'places'; cell: number }
  | { is: 'moves'; from: number; to: number }
  | { is: 'slides'; cell: number }
  | { is: 'slides-two'; cell: number }
  | { is: 'slides-then'; cell: number; then: number }
  | HintPhrase

/** The phrases that only help a player. */
export type HintPhrase =
  // remarks
  | { is: 'repeated'; times: number }
  | { is: 'banned'; cell: number }
  | { is: 'banned-alone'; cell: number }
  | { is: 'reverse' }
  | { is: 'taken' }
  | { is: 'fair-start' }
  // why something cannot be chosen
  | { is: 'not-yours' }
  | { is: 'hand-empty' }
  | { is: 'place-first' }
  | { is: 'tile-first' }
  | { is: 'no-slide' }
  | { is: 'no-tile' }
  | { is: 'blocked' }
  | { is: 'too-far'; diagonally: boolean }
  // what to tap next
  | { is: 'next'; step: NextStep }
  // what a step of the lesson asks for
  | { is: 'lesson'; kind: Kind }

/** The kinds of turns in Force 3. */
export type Kind = 'place' | 'move' | 'slide'

/** What to do after the first tap. `again`: a second tap on the same tile places a disc. */
export type NextStep =
  'place' | 'again' | 'again-or-slide' | 'move' | 'move-or-slide' | 'slide' | 'tile' | 'two-tiles'

/** A disc, on the board or in hand. */
export interface Disc extends Required<BoardLayout['discs'][number]> {
  /** the turn that brought it here, from 0; -1: none */
  ply: number
}

/** A place that a person can tap in some position. */
export interface Spot extends Omit<BoardTarget, 'label' | 'next'> {
  phrase: Phrase
  /** what to do once it was tapped first; only where that needs saying */
  next?: Phrase | undefined
}

/** A legal move, in the game's notation, and how it is chosen: by tapping one spot, two, or three. */
export interface Choice extends Omit<BoardChoice, 'label'> {
  /** where the piece comes from; null: from outside the board */
  source: BoardPlace | null
  /** with two slides: the first tile slides from here to `lands`, and the second from `source` to here */
  via?: BoardPlace | undefined
  phrase: Phrase
}

/** A move that looks possible but is not. */
export type Lock = Omit<BoardLock, 'reason'> & { phrase: Phrase }

/** The last turn. */
export type LastTurn = BoardMark & { phrase: Phrase }

/** A position, with everything that the page needs to draw it. */
export interface Position {
  turn: Seat
  discs: Disc[]
  /** only in games with tiles; the cell without a tile is the hole */
  tiles: BoardTile[]
  /** discs in hand, by seat - 1; null in games without hands */
  hands: readonly [number, number] | null
  /** the same spots in the same order in every position */
  spots: Spot[]
  choices: Choice[]
  locks: Lock[]
  last: LastTurn | null
  /** remarks on this position */
  notes: Phrase[]
}

export interface GameView {
  family: Family
  look: BoardLook
  columns: number
  rows: number
  /** discs to align */
  align: number
  /** the position after these moves; seats alternate from `first`. Illegal moves are skipped */
  at(moves: readonly string[], first: Seat): Position
  /** the description of a move; null if this game has no such move */
  phrase(move: string): Phrase | null
  /** a move in the short form that people write */
  short(move: string): string
  /**
   * The turns that would align the discs of `seat`, and not the opponent's, if it were to move after these moves. Only in
   * games whose discs do not stay where they are
   */
  winningTurns?(moves: readonly string[], first: Seat, seat: Seat): string[]
}

/** A game in which a move is a tap on one spot, and a disc from outside the board comes to rest for good. */
interface TapGame {
  /** the spots, whose names are the moves */
  ids: readonly string[]
  /** the cell for the next disc of a spot that has taken so many; null: it is full */
  land: (spot: number, taken: number) => number | null
  /** the spot; `discs` are those that it has taken */
  spot: (spot: number, discs: readonly Disc[]) => Omit<Spot, 'id'>
  phrase: (spot: number) => Phrase
  /** why a full spot cannot be chosen */
  full: Phrase
}

/** What such a game does with moves. */
export const tapGame = ({ ids, land, spot, phrase, full }: TapGame): Pick<GameView, 'at' | 'phrase'> => ({
  at(moves, first) {
    const discs: Disc[] = []
    const taken = ids.map((): Disc[] => [])
    let last: LastTurn | null = null
    for (const move of moves) {
      const at = ids.indexOf(move)
      const cell = at < 0 ? null : land(at, taken[at]!.length)
      if (cell === null) continue
      const ply = discs.length
      const disc = { key: ply, seat: turnAt(first, ply), cell, slot: 0, ply }
      discs.push(disc)
      taken[at]!.push(disc)
      last = { cell, source: null, phrase: phrase(at) }
    }
    const choices: Choice[] = []
    const locks: Lock[] = []
    ids.forEach((id, at) => {
      const lands = land(at, taken[at]!.length)
      if (lands === null) locks.push({ cell: null, spots: [id], phrase: full })
      else
        choices.push({ move: id, from: null, to: id, either: false, lands, source: null, phrase: phrase(at) })
    })
    return {
      turn: turnAt(first, discs.length),
      discs,
      tiles: [],
      hands: null,
      spots: ids.map((id, at) => ({ id, ...spot(at, taken[at]!) })),
      choices,
      locks,
      last,
      notes: [],
    }
  },
  phrase: (move) => (ids.includes(move) ? phrase(ids.indexOf(move)) : null),
})
