/**
 * What the page knows of a game: enough to draw a position and to offer the moves, and nothing about who wins. The hub
 * says that, in the entry that ends a game.
 */
import type { Seat } from '../protocol/entries'

/** A disc on the board. */
export interface Placed {
  /** row * columns + column, from the bottom left, from 0 */
  cell: number
  seat: Seat
}

/** A place that a person can choose. Coordinates are in cells, from the top left. */
export interface Target {
  /** the move, in the game's notation */
  move: string
  /** what is tapped to choose it */
  area: { x: number; y: number; width: number; height: number }
  /** the cell that the disc comes to rest in; null when the move is not legal now */
  cell: number | null
  /** free cells left there, for those who cannot see them */
  free: number
}

export interface GameView {
  columns: number
  rows: number
  /** the discs after these moves, in order; moves alternate from `first` */
  discs(moves: readonly string[], first: Seat): Placed[]
  /** every place of the board, the same ones in the same order whatever the moves */
  targets(moves: readonly string[]): Target[]
  /** the number, from 1, by which people call the move's column */
  column(move: string): number
}
