/** The value of a position or a move, as docs/openapi.yaml describes it. */

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
