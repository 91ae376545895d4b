/** Values and answers for tests. */
import type { Analysis } from '../protocol/analysis'
import type { Result, Value } from '../protocol/value'

export const win = (plies: number): Result => ({ result: 'win', plies })
export const loss = (plies: number): Result => ({ result: 'loss', plies })
export const draw: Result = { result: 'draw' }
/** A value that is certain. */
export const sure = (result: Result): Value => ({ low: result, high: result })
/** A value with bounds; null: unknown. */
export const between = (low: Result | null, high: Result | null, estimate = 0): Value => ({
  low,
  high,
  estimate,
})
/** A value of which only an estimate is known. */
export const guessed = (estimate: number): Value => between(null, null, estimate)

/** An answer with these moves. The position has the value of the first move. */
export const answer = (moves: Record<string, Value>, more: Partial<Analysis> = {}): Analysis => ({
  variant: 'tictactoe',
  turn: 'first',
  over: false,
  done: true,
  value: Object.values(moves)[0] ?? guessed(0),
  moves: Object.entries(moves).map(([move, value]) => ({ move, value })),
  depth: 0,
  nodes: 1,
  ...more,
})
