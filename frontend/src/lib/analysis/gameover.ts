/**
 * Whether a game is over on a free board, where no hub says so: a line of discs, no move left, or what ends Force 3.
 * Both sides' lines at once are a draw, as in the rules of the games.
 */
import type { GameView, Position } from '../games'
import type { Seat } from '../protocol/entries'

export interface Ended {
  /** 0: a draw */
  winner: 0 | Seat
  /** of the lines, as the board counts them */
  cells: number[]
}

/** A game of Force 3 that lasts so long is drawn. */
const MOST_PLIES = 200
/** A position of Force 3 that stands so often is a draw. */
const MOST_TIMES = 3

const WAYS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The cells of all lines of `seat` that are long enough. */
function lined({ columns, rows, align }: GameView, { discs }: Position, seat: Seat): Set<number> {
  const own = new Set(discs.flatMap(({ seat: of, cell }) => (of === seat && cell !== null ? [cell] : [])))
  const found = new Set<number>()
  for (const cell of own) {
    const [x, y] = [cell % columns, Math.floor(cell / columns)]
    for (const [dx, dy] of WAYS) {
      const [endX, endY] = [x + dx * (align - 1), y + dy * (align - 1)]
      if (endX >= columns || endY >= rows || endY < 0) continue
      const line = Array.from({ length: align }, (_, i) => (y + dy * i) * columns + x + dx * i)
      if (line.every((one) => own.has(one))) for (const one of line) found.add(one)
    }
  }
  return found
}

/** How the game has ended in a position after so many turns; null: it goes on. */
export function ended(game: GameView, position: Position, plies: number): Ended | null {
  const [one, two] = [lined(game, position, 1), lined(game, position, 2)]
  const cells = [...one, ...two].sort((a, b) => a - b)
  if (cells.length > 0) return { winner: one.size === 0 ? 2 : two.size === 0 ? 1 : 0, cells }
  const again = position.notes.some((note) => note.is === 'repeated' && note.times >= MOST_TIMES)
  const long = game.family === 'force3' && plies >= MOST_PLIES
  return position.choices.length === 0 || again || long ? { winner: 0, cells } : null
}
