/** The daily puzzle: GET /api/puzzle of docs/api/openapi.yaml. */
import { request } from './rest'
import type * as schemas from './schemas'

type Turn = schemas.Puzzle['turns'][number]

/** What a move leads to. `hold`: it is right where no move wins. */
export type Outcome = NonNullable<Turn['outcomes'][string]> | 'hold'

/** A turn of the person. The reply to a move that ends the game is empty. */
export type PuzzleTurn = Omit<Turn, 'outcomes'> & { outcomes: Record<string, Outcome> }

/** Returns the day in UTC by the hub's clock. */
export const fetchToday = async (): Promise<string> => (await request<schemas.Puzzle>('/puzzle')).date
