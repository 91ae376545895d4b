/** Asks the hub to analyse a position: POST /api/analysis of docs/api/openapi.yaml. */
import { post, request } from './rest'
import type { Analysis } from './schemas'

export type { Analysis } from './schemas'

/** The position to analyse: the one after `moves`, written in the game's notation as one string. */
export interface Query {
  variant: string
  moves: string
}

/** How long the hub may take beyond the requested wait, in milliseconds. */
const ANSWER_GRACE = 8000

/**
 * Asks for the value of a position. The hub answers as soon as the answer is final, or after `wait` milliseconds with
 * what it knows by then. Aborting `signal` also cancels the search on the hub. Throws as `request` does.
 */
export const analyse = (query: Query, wait: number, signal: AbortSignal): Promise<Analysis> =>
  request('/analysis', { ...post({ ...query, wait_ms: wait }), signal }, wait + ANSWER_GRACE)
