/** The daily puzzle: GET /api/puzzle of docs/openapi.yaml. */
import { request } from './rest'
import type { Puzzle } from './schemas'

export type { Puzzle } from './schemas'

export type PuzzleTurn = Puzzle['turns'][number]
export type Outcome = NonNullable<PuzzleTurn['outcomes'][string]>

/** Returns the puzzle of a day; null: today's. */
export const fetchPuzzle = (date: string | null): Promise<Puzzle> =>
  request(date === null ? '/puzzle' : `/puzzle?date=${encodeURIComponent(date)}`)
