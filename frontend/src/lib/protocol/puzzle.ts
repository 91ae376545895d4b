/** The daily puzzle: GET /api/puzzle of docs/openapi.yaml. */
import { request } from './rest'
import type * as schemas from './schemas'

export type Puzzle = Omit<schemas.Puzzle, 'plies'>

export type PuzzleTurn = Puzzle['turns'][number]
export type Outcome = NonNullable<PuzzleTurn['outcomes'][string]>

/** Returns the day in UTC by the hub's clock. */
export const fetchToday = async (): Promise<string> => (await request<Puzzle>('/puzzle')).date
