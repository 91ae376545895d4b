/** What values mean, and which is better. Pure, no words: those are in words.ts. */
import type { MoveValue, Result, Value } from '../protocol/analysis'

/** A win on the next turn is almost 1, one that takes longer is less; more turns than any game has. */
const LONGEST = 1000
/** How far from a draw an estimate can move a value: every win is worth more than what only looks won. */
const GUESS = 0.5

/** A result as a number from -1, lost, to 1, won; 0 is a draw. The sooner a win and the later a loss, the more. */
export function worth(result: Result): number {
  if (result.result === 'draw') return 0
  const distance = 1 - Math.min(result.plies, LONGEST / 4) / LONGEST
  return result.result === 'win' ? distance : -distance
}

const same = (a: Result, b: Result) =>
  a.result === b.result && (a.result === 'draw' || a.plies === (b as typeof a).plies)

/** The result, if it is known for sure; else null. */
export const exact = ({ low, high }: Value): Result | null =>
  low !== null && high !== null && same(low, high) ? low : null

/** Whether nothing at all is known. */
export const unknown = (value: Value): boolean =>
  value.low === null && value.high === null && (value.estimate ?? 0) === 0

/** The least and the most that something can be worth. */
export const bounds = ({ low, high }: Value): [number, number] => [
  low === null ? -1 : worth(low),
  high === null ? 1 : worth(high),
]

/** One number for a value, to sort by and to draw: where it is not exact, what is expected within what is possible. */
export function expected(value: Value): number {
  const [low, high] = bounds(value)
  const guess = ((value.estimate ?? 0) / 100) * GUESS
  return Math.min(high, Math.max(low, guess))
}

/** The same seen by the other side. */
export function turned({ low, high, estimate }: Value): Value {
  const turn = (result: Result | null): Result | null =>
    result === null || result.result === 'draw'
      ? result
      : { result: result.result === 'win' ? 'loss' : 'win', plies: result.plies }
  const value: Value = { low: turn(high), high: turn(low) }
  return estimate === undefined ? value : { ...value, estimate: 0 - estimate }
}

/** What is known of a result without its distance: won, lost, drawn, at least or at most a draw, or nothing. */
export type Sort = 'win' | 'draw' | 'loss' | 'holds' | 'limited' | 'open'

export function sort({ low, high }: Value): Sort {
  if (low?.result === 'win') return 'win'
  if (high?.result === 'loss') return 'loss'
  if (low?.result === 'draw') return high?.result === 'draw' ? 'draw' : 'holds'
  return high?.result === 'draw' ? 'limited' : 'open'
}

/** How many turns of its own a side needs for what takes so many of both, if it has the next one. */
export const ownTurns = (plies: number): number => Math.ceil(plies / 2)

/** ... and if the other has the next one. */
export const othersTurns = (plies: number): number => Math.max(1, Math.floor(plies / 2))

/** Whether two moves are as good as each other, as far as is known. */
const EPSILON = 1e-9

/** The moves from the best to the worst; equal ones in the order of the board, as their notation has it. */
export const ranked = (moves: readonly MoveValue[]): MoveValue[] =>
  [...moves].sort((a, b) => expected(b.value) - expected(a.value) || (a.move < b.move ? -1 : 1))

/** The moves that are as good as any; none when all are, for then there is nothing to choose. */
export function bestOf(moves: readonly MoveValue[]): ReadonlySet<string> {
  const values = moves.map(({ value }) => expected(value))
  const top = Math.max(...values)
  const best = moves.filter((_, i) => values[i]! > top - EPSILON)
  return new Set(best.length === moves.length ? [] : best.map(({ move }) => move))
}
