/** Lines of cells on a board. Cells are counted row * columns + column, from the bottom left, from 0. */
import { linesOf } from '../board/lines'
import type { GameView, Position } from '../games'
import type { Seat } from '../protocol/entries'

type Board = Pick<GameView, 'columns' | 'rows'>

/** The cells from `cell` on in one direction, without it, up to the edge. */
export function cellsFrom({ columns, rows }: Board, cell: number, dx: number, dy: number): number[] {
  const list: number[] = []
  let [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy]
  for (; x >= 0 && x < columns && y >= 0 && y < rows; x += dx, y += dy) list.push(y * columns + x)
  return list
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
    .filter((cell) => linesOf([...own, cell], game.columns, game.align).some((line) => line.includes(cell)))
    .map((cell) => ({ cell, now: choices.some(({ lands }) => lands === cell) }))
}
