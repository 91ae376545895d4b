/** A small drawing of a position, cheap enough for a list: a few short paths. Pure. */
import type { GameView } from './game'
import type { Seat } from '../protocol/entries'

/** The side of a cell, in the units of the drawing. */
const CELL = 10

/**
 * Draws the position after these moves; `first` moved first. Moves that cannot be played are left out. `alone`: only the
 * winning lines are drawn, as discs of seat 1.
 */
export function thumbnail(
  game: GameView,
  moves: readonly string[],
  first: Seat,
  won: readonly number[] = [],
  alone = false,
) {
  const { columns, rows } = game
  const position = game.at(moves, first)
  // A line of length 0 with round or square ends is a disc or a tile, whatever its width.
  const path = (cells: readonly number[]): string =>
    cells
      .map((cell) => {
        const x = ((cell % columns) + 0.5) * CELL
        const y = (rows - Math.floor(cell / columns) - 0.5) * CELL
        return `M${x},${y}h0`
      })
      .join('')
  const cells = Array.from({ length: columns * rows }, (_, cell) => cell)
  const tiles = position.tiles.map(({ cell }) => cell)
  const of = (seat: Seat) =>
    path(position.discs.flatMap((disc) => (disc.seat === seat && disc.cell !== null ? [disc.cell] : [])))
  return {
    width: columns * CELL,
    height: rows * CELL,
    /** a point in each cell, drawn as a hole, a well or a tile */
    cells: path(tiles.length > 0 ? tiles : cells),
    /** a point in each cell without a tile; empty if the game has no tiles */
    gaps: tiles.length > 0 ? path(cells.filter((cell) => !tiles.includes(cell))) : '',
    /** a point in each disc on the board, by seat - 1 */
    discs: alone ? [path(won), ''] : [of(1), of(2)],
    /** a point in each cell of the winning lines */
    won: path(won.filter((cell) => cell < columns * rows)),
  }
}
