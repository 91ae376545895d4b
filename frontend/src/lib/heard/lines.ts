/** Lines of cells on a board. Cells are counted row * columns + column, from the bottom left, from 0. */
import type { GameView, Position } from '../games'
import type { Seat } from '../protocol/entries'

type Board = Pick<GameView, 'columns' | 'rows'>

/** Steps in the four directions of a line, as [columns, rows]. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The cells from `cell` on in one direction, without it, up to the edge. */
export function cellsFrom({ columns, rows }: Board, cell: number, dx: number, dy: number): number[] {
  const list: number[] = []
  let [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy]
  for (; x >= 0 && x < columns && y >= 0 && y < rows; x += dx, y += dy) list.push(y * columns + x)
  return list
}

/** The lines of at least `align` cells in a set of cells, each from its left or lower end. */
export function linesIn(board: Board, cells: readonly number[], align: number): number[][] {
  const set = new Set(cells)
  const run = (from: number, dx: number, dy: number) => {
    const ahead = cellsFrom(board, from, dx, dy)
    const end = ahead.findIndex((cell) => !set.has(cell))
    return end < 0 ? ahead : ahead.slice(0, end)
  }
  return DIRECTIONS.flatMap(([dx, dy]) =>
    cells
      .filter((cell) => run(cell, -dx, -dy).length === 0)
      .map((cell) => [cell, ...run(cell, dx, dy)])
      .filter((line) => line.length >= align),
  )
}

/** A cell that would complete a line. `now`: a disc can come to rest there on the next turn. */
export interface Threat {
  cell: number
  now: boolean
}

/** The empty cells that would complete a line of `seat`. For games in which discs stay where they are. */
export function threatsOf(game: GameView, { discs, choices }: Position, seat: Seat): Threat[] {
  const own = discs.flatMap((disc) => (disc.seat === seat && disc.cell !== null ? [disc.cell] : []))
  const taken = new Set(discs.map(({ cell }) => cell))
  return Array.from({ length: game.columns * game.rows }, (_, cell) => cell)
    .filter((cell) => !taken.has(cell))
    .filter((cell) => linesIn(game, [...own, cell], game.align).some((line) => line.includes(cell)))
    .map((cell) => ({ cell, now: choices.some(({ lands }) => lands === cell) }))
}
