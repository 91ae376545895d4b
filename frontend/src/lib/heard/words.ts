/** The words for cells, lines and moves, for somebody who hears the board. */
import { linesOf } from '../board/lines'
import type { GameView, Position } from '../games'
import { holeOf } from '../games/game'
import { colourName } from '../i18n/names'
import { moveText } from '../i18n/boardtext'
import { m } from '../paraglide/messages'
import { coloursOf, turnAt } from '../protocol/entries'
import type { RoomState } from '../room/state'

/** Texts joined to sentences: each ends with a full stop, unless it ends with another mark. */
export const sentences = (...texts: string[]): string =>
  texts
    .filter((text) => text !== '')
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')

/** Where a cell is, in the words of its game: `column 5, row 2`, `square b2`, `cell 5`. */
export function cellName(game: GameView, cell: number): string {
  const [column, row] = [cell % game.columns, Math.floor(cell / game.columns)]
  switch (game.family) {
    case 'connect4':
      return m.heard_column_row({ column: column + 1, row: row + 1 })
    case 'tictactoe':
      return m.board_marks({ square: squareName(game, cell) })
    case 'force3':
      return m.heard_cell({ cell: tileNumber(game, cell) })
  }
}

/** The name of a square in tic-tac-toe. */
const squareName = ({ columns }: GameView, cell: number): string =>
  'abc'[cell % columns]! + (Math.floor(cell / columns) + 1)

/** The number of a cell in Force 3, 1 at the top left. */
const tileNumber = ({ columns, rows }: GameView, cell: number): number =>
  (rows - 1 - Math.floor(cell / columns)) * columns + (cell % columns) + 1

/** Where a line is. `cells`: in order, from one end. */
function lineName(game: GameView, cells: readonly number[]): string {
  const [from, to] = [cells[0]!, cells.at(-1)!]
  if (game.family !== 'connect4') {
    const short = game.family === 'force3' ? tileNumber : squareName
    return m.heard_line_cells({ cells: cells.map((cell) => short(game, cell)).join(', ') })
  }
  const place = (cell: number) => ({
    column: (cell % game.columns) + 1,
    row: Math.floor(cell / game.columns) + 1,
  })
  const [start, end] = [place(from), place(to)]
  if (start.column === end.column)
    return m.heard_line_up({ column: start.column, from: start.row, to: end.row })
  if (start.row === end.row)
    return m.heard_line_across({ row: start.row, from: start.column, to: end.column })
  return m.heard_line_diagonal({ from: cellName(game, from), to: cellName(game, to) })
}

/** Where the winning lines are. `cells`: all cells of them. */
export const linesName = (game: GameView, cells: readonly number[]): string =>
  linesOf(cells, game.columns, game.align)
    .map((line) => lineName(game, line))
    .join(m.heard_and())

/**
 * The move with this index, with what it means: `Yellow: column 5, row 2.` After a slide it says where the discs on the
 * tiles have gone and where the hole is.
 */
export function moveSentence(state: RoomState, game: GameView, index: number): string {
  const after = game.at(state.moves.slice(0, index + 1), state.first)
  if (!after.last) return ''
  const colour = colourName(coloursOf(state.players)[turnAt(state.first, index) - 1]!)
  const what = game.look === 'plate' ? cellName(game, after.last.cell) : moveText(game, state.moves[index]!)
  return sentences(
    m.status_last_move({ colour, what }),
    ...slideTexts(state, game, index, after),
    after.note(),
  )
}

/** What a slide has changed: the discs on its tiles, and the hole. Other moves say themselves where the disc goes. */
function slideTexts(state: RoomState, game: GameView, index: number, after: Position): string[] {
  if (!game.phrase(state.moves[index]!)?.is.startsWith('slides')) return []
  const before = game.at(state.moves.slice(0, index), state.first)
  const carried = before.discs.flatMap(({ key, seat, cell: from }) => {
    const to = after.discs.find((disc) => disc.key === key)?.cell ?? null
    if (from === null || to === null || from === to) return []
    const colour = colourName(coloursOf(state.players)[seat - 1]!)
    return m.heard_carried({ colour, from: tileNumber(game, from), to: tileNumber(game, to) })
  })
  return [...carried, m.heard_hole({ cell: holeOf(after).id })]
}
