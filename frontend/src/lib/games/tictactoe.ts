/** Tic-tac-toe. A move is a square, from a1 at the bottom left to c3 at the top right. */
import { otherSeat, type Seat } from '../protocol/entries'
import { tapChoice, type GameView, type Disc, type Position, type Spot, type Phrase } from './game'

const SIZE = 3
const SQUARES = ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'] as const

/** The digit key of a cell: 1 at the top left, as on a telephone. */
const keyOf = (cell: number) => String((SIZE - 1 - Math.floor(cell / SIZE)) * SIZE + (cell % SIZE) + 1)

const markPhrase = (cell: number): Phrase => ({ is: 'marks', square: SQUARES[cell]! })

function at(moves: readonly string[], first: Seat): Position {
  const discs: Disc[] = []
  const owner = new Array<Seat | null>(SIZE * SIZE).fill(null)
  let turn: Seat = first
  for (const move of moves) {
    const cell = (SQUARES as readonly string[]).indexOf(move)
    if (cell < 0 || owner[cell] !== null) continue
    const ply = discs.length
    discs.push({ key: ply, seat: turn, cell, slot: 0, ply })
    owner[cell] = turn
    turn = otherSeat(turn)
  }
  const last = discs.at(-1)?.cell ?? null
  return {
    turn,
    discs,
    tiles: [],
    hands: null,
    spots: owner.map((seat, cell): Spot => ({
      id: SQUARES[cell]!,
      place: { cell },
      keys: [keyOf(cell)],
      phrase: { is: 'square', square: SQUARES[cell]!, seat },
    })),
    choices: SQUARES.flatMap((square, cell) =>
      owner[cell] !== null ? [] : [tapChoice(square, cell, markPhrase(cell))],
    ),
    locks: SQUARES.flatMap((square, cell) =>
      owner[cell] === null ? [] : [{ cell: null, spots: [square], phrase: { is: 'taken' } as const }],
    ),
    last: last === null ? null : { cell: last, source: null, phrase: markPhrase(last) },
    notes: [],
  }
}

export const tictactoe: GameView = {
  family: 'tictactoe',
  look: 'tray',
  columns: SIZE,
  rows: SIZE,
  align: SIZE,
  at,
  phrase: (move) => {
    const cell = (SQUARES as readonly string[]).indexOf(move)
    return cell < 0 ? null : markPhrase(cell)
  },
  short: (move) => move,
}
