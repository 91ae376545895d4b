/**
 * What the page knows about a game: enough to draw any position, to offer exactly the legal moves, and to describe them.
 * It does not know who wins: the hub says so in the entry that ends a game.
 *
 * A GameView has no state: everything is a function of the moves, and texts are functions, which few callers need. Cells
 * are counted row * columns + column, from the bottom left, from 0, whatever the game's notation.
 */
import type {
  BoardChoice,
  BoardLayout,
  BoardLock,
  BoardLook,
  BoardMark,
  BoardPlace,
  BoardTarget,
  BoardTile,
} from '../board/board'
import { PLAIN_COLOURS, turnAt, type Colours, type Seat } from '../protocol/entries'

/** The games, each with all its variants. A family has one page of rules. */
export const FAMILIES = ['connect4', 'tictactoe', 'force3'] as const

export type Family = (typeof FAMILIES)[number]

export type {
  BoardLock as Lock,
  BoardLook as Look,
  BoardPlace as Place,
  BoardTarget as Spot,
  BoardTile as Tile,
} from '../board/board'

/** What was played, without its language. Cells and squares are named as in the game's notation. */
export type Phrase = { is: 'drops'; column: number } | TrayPhrase

/** The same in the games on a tray. */
export type TrayPhrase =
  | { is: 'marks'; square: string }
  | { is: 'places'; cell: number }
  | { is: 'moves'; from: number; to: number }
  | { is: 'slides'; cell: number }
  | { is: 'slides-two'; cell: number }
  | { is: 'slides-then'; cell: number; then: number }

/** The kinds of turns in Force 3. */
export type Kind = 'place' | 'move' | 'slide'

/** A disc, on the board or in hand. */
export interface Disc extends Required<BoardLayout['discs'][number]> {
  /** the turn that brought it here, from 0; -1: none */
  ply: number
}

/** A legal move, in the game's notation, and how it is chosen: by tapping one spot, two, or three. */
export interface Choice extends BoardChoice {
  /** where the piece comes from; null: from outside the board */
  source: BoardPlace | null
  /** with two slides: the first tile slides from here to `lands`, and the second from `source` to here */
  via?: BoardPlace | undefined
  phrase: Phrase
}

/** A position, with everything that the page needs to draw it. */
export interface Position {
  turn: Seat
  discs: Disc[]
  /** only in games with tiles; the cell without a tile is the hole */
  tiles: BoardTile[]
  /** discs in hand, by seat - 1; null in games without hands */
  hands: readonly [number, number] | null
  /** the same spots in the same order in every position */
  spots: BoardTarget[]
  choices: Choice[]
  locks: BoardLock[]
  /** the last turn */
  last: BoardMark | null
  /** how often the position has occurred, this time included; 1 where pieces stay where they are */
  times: number
  /** a remark on the position; empty: none */
  note: () => string
  /** the discs in hand as a sentence; empty in games without hands */
  summary: () => string
}

/** The spot without a tile, in a game with tiles. */
export const holeOf = ({ spots, tiles }: Position): BoardTarget =>
  spots.find(({ place }) => 'cell' in place && !tiles.some(({ cell }) => cell === place.cell))!

export interface GameView {
  family: Family
  look: BoardLook
  columns: number
  rows: number
  /** discs to align */
  align: number
  /**
   * the position after these moves; seats alternate from `first`. Illegal moves are skipped. `colours`: of the discs, for
   * its texts
   */
  at(moves: readonly string[], first: Seat, colours?: Colours): Position
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
  spot: (spot: number, discs: readonly Disc[], colours: Colours) => Omit<BoardTarget, 'id'>
  phrase: (spot: number) => Phrase
  /** why a full spot cannot be chosen */
  full: () => string
}

/** What such a game does with moves. */
export const tapGame = ({ ids, land, spot, phrase, full }: TapGame): Pick<GameView, 'at' | 'phrase'> => ({
  at(moves, first, colours = PLAIN_COLOURS) {
    const discs: Disc[] = []
    const taken = ids.map((): Disc[] => [])
    let last: BoardMark | null = null
    for (const move of moves) {
      const at = ids.indexOf(move)
      const cell = at < 0 ? null : land(at, taken[at]!.length)
      if (cell === null) continue
      const ply = discs.length
      const disc = { key: ply, seat: turnAt(first, ply), cell, slot: 0, ply }
      discs.push(disc)
      taken[at]!.push(disc)
      last = { cell, source: null }
    }
    const choices: Choice[] = []
    const locks: BoardLock[] = []
    ids.forEach((id, at) => {
      const lands = land(at, taken[at]!.length)
      if (lands === null) locks.push({ cell: null, spots: [id], reason: full })
      else
        choices.push({
          ...{ move: id, from: null, to: id, either: false, lands, source: null },
          ...{ phrase: phrase(at), label: () => '' },
        })
    })
    return {
      turn: turnAt(first, discs.length),
      discs,
      tiles: [],
      hands: null,
      spots: ids.map((id, at) => ({ id, ...spot(at, taken[at]!, colours) })),
      choices,
      locks,
      last,
      times: 1,
      note: () => '',
      summary: () => '',
    }
  },
  phrase: (move) => (ids.includes(move) ? phrase(ids.indexOf(move)) : null),
})
