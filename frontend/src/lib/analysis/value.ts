/** Compares the values of positions and moves. Pure, and without texts: text.ts has those. */
import type { MoveValue, Result, Value } from '../protocol/value'

/** The scale of distances: more plies than any game has. */
const MAX_PLIES = 1000
/** The largest value of an estimate: smaller than that of every certain win. */
const MAX_ESTIMATE = 0.5

/** A result as a number from -1 (lost) to 1 (won); 0 is a draw. Sooner wins and later losses score higher. */
export function score(result: Result): number {
  if (result.result === 'draw') return 0
  const distance = 1 - Math.min(result.plies, MAX_PLIES / 4) / MAX_PLIES
  return result.result === 'win' ? distance : -distance
}

const sameResult = (a: Result, b: Result) =>
  a.result === b.result && (a.result === 'draw' || a.plies === (b as typeof a).plies)

/** The result if it is certain; else null. */
export const exact = ({ low, high }: Value): Result | null =>
  low !== null && high !== null && sameResult(low, high) ? low : null

/** Whether nothing is known. */
export const isUnknown = (value: Value): boolean =>
  value.low === null && value.high === null && (value.estimate ?? 0) === 0

/** The lowest and the highest possible score. */
export const bounds = ({ low, high }: Value): [number, number] => [
  low === null ? -1 : score(low),
  high === null ? 1 : score(high),
]

/** One number for a value, to sort and draw by: the estimate, limited to the possible scores. */
export function expected(value: Value): number {
  const [low, high] = bounds(value)
  const guess = ((value.estimate ?? 0) / 100) * MAX_ESTIMATE
  return Math.min(high, Math.max(low, guess))
}

/** The same value as the other side sees it. */
export function negated({ low, high, estimate }: Value): Value {
  const negatedResult = (result: Result | null): Result | null =>
    result === null || result.result === 'draw'
      ? result
      : { result: result.result === 'win' ? 'loss' : 'win', plies: result.plies }
  const value: Value = { low: negatedResult(high), high: negatedResult(low) }
  return estimate === undefined ? value : { ...value, estimate: 0 - estimate }
}

/** What is known about a result, without its distance. */
export type ValueKind = 'win' | 'draw' | 'loss' | 'at-least-draw' | 'at-most-draw' | 'unknown'

export function kindOf({ low, high }: Value): ValueKind {
  if (low?.result === 'win') return 'win'
  if (high?.result === 'loss') return 'loss'
  if (low?.result === 'draw') return high?.result === 'draw' ? 'draw' : 'at-least-draw'
  return high?.result === 'draw' ? 'at-most-draw' : 'unknown'
}

/** How many of these plies are moves of the side to move. */
export const ownTurns = (plies: number): number => Math.ceil(plies / 2)

/** How many of these plies are moves of the other side; at least 1. */
export const opponentTurns = (plies: number): number => Math.max(1, Math.floor(plies / 2))

/** In how many moves of its own the side that is certain to win has won, at most; 0: no side is. */
export const turnsToWin = ({ low, high }: Value): number =>
  low?.result === 'win' ? ownTurns(low.plies) : high?.result === 'loss' ? opponentTurns(high.plies) : 0

/** Moves whose values differ by less are equally good. */
const EPSILON = 1e-9

/** The moves from best to worst; equal ones in the order of their notation. */
export const sortByValue = (moves: readonly MoveValue[]): MoveValue[] =>
  [...moves].sort((a, b) => expected(b.value) - expected(a.value) || (a.move < b.move ? -1 : 1))

/** The best moves; none if all moves are equally good. */
export function bestMoves(moves: readonly MoveValue[]): ReadonlySet<string> {
  const values = moves.map(({ value }) => expected(value))
  const top = Math.max(...values)
  const best = moves.filter((_, i) => values[i]! > top - EPSILON)
  return new Set(best.length === moves.length ? [] : best.map(({ move }) => move))
}
