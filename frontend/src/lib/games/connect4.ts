/** Connect Four on any board. A move is one character, the column from the left: 1-9, then a-f. */
import { m } from '../paraglide/messages'
import { tapGame, type GameView } from './game'

export function connect4(columns: number, rows: number, align = 4): GameView {
  const ids = [...'123456789abcdef'].slice(0, columns)
  return {
    family: 'connect4',
    look: 'plate',
    columns,
    rows,
    align,
    ...tapGame({
      ids,
      land: (column, taken) => (taken < rows ? taken * columns + column : null),
      spot: (column, { length }) => ({
        place: { column },
        keys: [ids[column]!, ids[column]!.toUpperCase()],
        label: () =>
          length === rows
            ? m.board_column_full({ column: column + 1 })
            : m.board_column_free({ column: column + 1, count: rows - length }),
      }),
      phrase: (column) => ({ is: 'drops', column: column + 1 }),
      full: m.refused_column_full,
    }),
    short: (move) => (ids.includes(move) ? String(ids.indexOf(move) + 1) : move),
  }
}
