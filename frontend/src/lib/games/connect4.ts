/** Connect Four on any board. A move is one character, the column from the left: 1-9, then a-f. */
import { tapPosition, type GameView, type Phrase, type TapGame } from './game'

export function connect4(columns: number, rows: number, align = 4): GameView {
  const ids = [...'123456789abcdef'].slice(0, columns)
  const phrase = (column: number): Phrase => ({ is: 'drops', column: column + 1 })
  const columnOf = (move: string) => ids.indexOf(move)
  const game: TapGame = {
    ids,
    land: (column, taken) => (taken < rows ? taken * columns + column : null),
    spot: (column, { length }) => ({
      place: { column },
      keys: [ids[column]!, ids[column]!.toUpperCase()],
      phrase: { is: 'column', column: column + 1, free: rows - length },
    }),
    phrase,
    full: { is: 'full' },
  }
  return {
    family: 'connect4',
    look: 'plate',
    columns,
    rows,
    align,
    at: (moves, first) => tapPosition(game, moves, first),
    phrase: (move) => (columnOf(move) < 0 ? null : phrase(columnOf(move))),
    short: (move) => (columnOf(move) < 0 ? move : String(columnOf(move) + 1)),
  }
}
