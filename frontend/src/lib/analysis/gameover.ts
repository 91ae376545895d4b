/**
 * Detects the end of a game on the analysis board, without the hub: a line of discs, no move left, or a draw in Force 3.
 * Lines of both sides at once are a draw.
 */
import { linesOf } from '../board/lines'
import type { GameView, Position } from '../games'
import type { Seat } from '../protocol/entries'

export interface GameOver {
  /** 0: a draw */
  winner: 0 | Seat
  /** the cells of the lines, as the board counts them */
  cells: number[]
}

/** A game of Force 3 with this many plies is a draw. */
const MAX_PLIES = 200
/** A game of Force 3 is a draw when a position has occurred this many times. */
const MAX_REPETITIONS = 3

/** The cells of all winning lines of `seat`. */
function lineCells({ columns, align }: GameView, { discs }: Position, seat: Seat): Set<number> {
  const own = discs.flatMap(({ seat: of, cell }) => (of === seat && cell !== null ? [cell] : []))
  return new Set(linesOf(own, columns, align).flat())
}

/** The end of the game in this position after `plies` moves; null: the game is not over. */
export function gameOver(game: GameView, position: Position, plies: number): GameOver | null {
  const [one, two] = [lineCells(game, position, 1), lineCells(game, position, 2)]
  const cells = [...one, ...two].sort((a, b) => a - b)
  if (cells.length > 0) return { winner: one.size === 0 ? 2 : two.size === 0 ? 1 : 0, cells }
  const repeated = position.times >= MAX_REPETITIONS
  const tooLong = game.family === 'force3' && plies >= MAX_PLIES
  return position.choices.length === 0 || repeated || tooLong ? { winner: 0, cells } : null
}
