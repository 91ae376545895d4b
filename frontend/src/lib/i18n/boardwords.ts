/** The board in the person's language. */
import type { BoardTarget, BoardWords } from '../board/board'
import type { GameView, Target } from '../games'
import { m } from '../paraglide/messages'
import { colourName } from './say'

export const boardWords = (label: string = m.board()): BoardWords => ({
  label,
  caption: m.board_cells(),
  row: (row) => m.row_n({ row }),
  column: (column) => m.column_n({ column }),
  cell: (disc) => (disc ? colourName(disc.colour) : m.cell_empty()),
})

export const namedTarget = (game: GameView, target: Target): BoardTarget => {
  const column = game.column(target.move)
  return {
    key: target.move,
    area: target.area,
    cell: target.cell,
    label:
      target.cell === null ? m.column_full_label({ column }) : m.column_free({ column, count: target.free }),
  }
}
