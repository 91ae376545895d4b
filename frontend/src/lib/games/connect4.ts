/** Connect Four on any board. A move is one character, the column from the left: 1-9, then a-f. */
import { otherSeat, type Seat } from '../protocol/entries'
import { tapChoice, type GameView, type Disc, type Position, type Spot, type Phrase } from './game'

const NOTATION = '123456789abcdef'

export function connect4(columns: number, rows: number, align = 4): GameView {
  const columnOf = (move: string) => {
    const column = move.length === 1 ? NOTATION.indexOf(move) : -1
    return column < columns ? column : -1
  }
  const dropPhrase = (column: number): Phrase => ({ is: 'drops', column: column + 1 })

  return {
    family: 'connect4',
    look: 'plate',
    columns,
    rows,
    align,
    at(moves, first): Position {
      const discs: Disc[] = []
      const height = new Array<number>(columns).fill(0)
      let turn: Seat = first
      for (const move of moves) {
        const column = columnOf(move)
        if (column < 0 || height[column]! >= rows) continue
        const ply = discs.length
        discs.push({ key: ply, seat: turn, cell: height[column]! * columns + column, slot: 0, ply })
        height[column]!++
        turn = otherSeat(turn)
      }
      const last = discs.at(-1)?.cell ?? null
      return {
        turn,
        discs,
        tiles: [],
        hands: null,
        spots: height.map((filled, column): Spot => ({
          id: NOTATION[column]!,
          place: { column },
          keys: [NOTATION[column]!, NOTATION[column]!.toUpperCase()],
          phrase: { is: 'column', column: column + 1, free: rows - filled },
        })),
        choices: height.flatMap((filled, column) =>
          filled === rows
            ? []
            : [tapChoice(NOTATION[column]!, filled * columns + column, dropPhrase(column))],
        ),
        locks: height.flatMap((filled, column) =>
          filled < rows ? [] : [{ cell: null, spots: [NOTATION[column]!], phrase: { is: 'full' } as const }],
        ),
        last: last === null ? null : { cell: last, source: null, phrase: dropPhrase(last % columns) },
        notes: [],
      }
    },
    phrase: (move) => (columnOf(move) < 0 ? null : dropPhrase(columnOf(move))),
    short: (move) => (columnOf(move) < 0 ? move : String(columnOf(move) + 1)),
  }
}
