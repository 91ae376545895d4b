/** The value of a position or a move, as docs/openapi.yaml describes it. */
import { isCount, isObject } from './json'

/** How a game ends with best play. `plies`: moves of both sides until then; not given for a draw. */
export type Result = { result: 'win' | 'loss'; plies: number } | { result: 'draw' }

/** The bounds of the value of a position or move, as the side to move sees it. */
export interface Value {
  /** the result is at least this good; null: unknown */
  low: Result | null
  /** the result is at most this good; null: unknown */
  high: Result | null
  /** the search's estimate, -100 to 100; not given for an exact value */
  estimate?: number
}

export interface MoveValue {
  /** in the game's notation */
  move: string
  value: Value
}

function isResult(v: unknown): boolean {
  if (v === null) return true
  if (!isObject(v)) return false
  return v.result === 'draw' || ((v.result === 'win' || v.result === 'loss') && isCount(v.plies))
}

/** Reports whether a parsed JSON value is a Value. */
export function isValue(v: unknown): v is Value {
  if (!isObject(v) || !isResult(v.low) || !isResult(v.high) || v.low === undefined) return false
  if (v.estimate === undefined) return true
  return Number.isInteger(v.estimate) && Math.abs(v.estimate as number) <= 100
}
