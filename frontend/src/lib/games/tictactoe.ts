/** Tic-tac-toe. A move is a square, from a1 at the bottom left to c3 at the top right. */
import { colourName } from '../i18n/names'
import { m } from '../paraglide/messages'
import { tapGame, type GameView } from './game'

const SIZE = 3
const SQUARES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'] as const

/** The digit key of a cell: 1 at the top left, as on a telephone. */
const keyOf = (cell: number) => String((SIZE - 1 - Math.floor(cell / SIZE)) * SIZE + (cell % SIZE) + 1)

export const tictactoe: GameView = {
  family: 'tictactoe',
  look: 'tray',
  columns: SIZE,
  rows: SIZE,
  align: SIZE,
  ...tapGame({
    ids: SQUARES,
    land: (cell, taken) => (taken === 0 ? cell : null),
    spot: (cell, [disc], colours) => ({
      place: { cell },
      keys: [keyOf(cell)],
      label: () => `${SQUARES[cell]!}, ${disc ? colourName(colours[disc.seat - 1]!) : m.board_cell_empty()}`,
    }),
    phrase: (cell) => ({ is: 'marks', square: SQUARES[cell]! }),
    full: m.refused_cell_taken,
  }),
  short: (move) => move,
}
