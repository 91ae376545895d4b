/** Connect Four on any board: from moves to cells. One character a move, 1-9 then a-f: the column from the left. */
import { other, type Seat } from '../protocol/entries'
import type { GameView, Placed, Target } from './game'

const NOTATION = '123456789abcdef'

export function connect4(columns: number, rows: number): GameView {
  const columnOf = (move: string) => {
    const column = move.length === 1 ? NOTATION.indexOf(move) : -1
    return column < columns ? column : -1
  }

  /** The number of discs in each column. A move that is none, or into a full column, drops out. */
  const heights = (moves: readonly string[]) => {
    const height = new Array<number>(columns).fill(0)
    for (const move of moves) {
      const column = columnOf(move)
      if (column >= 0 && height[column]! < rows) height[column]!++
    }
    return height
  }

  return {
    columns,
    rows,
    discs(moves, first) {
      const placed: Placed[] = []
      const height = new Array<number>(columns).fill(0)
      let seat: Seat = first
      for (const move of moves) {
        const column = columnOf(move)
        if (column < 0 || height[column]! >= rows) continue
        placed.push({ cell: height[column]! * columns + column, seat })
        height[column]!++
        seat = other(seat)
      }
      return placed
    },
    targets(moves) {
      return heights(moves).map((height, column): Target => ({
        move: NOTATION[column]!,
        area: { x: column, y: 0, width: 1, height: rows },
        cell: height < rows ? height * columns + column : null,
        free: rows - height,
      }))
    },
    column: (move) => columnOf(move) + 1,
  }
}
