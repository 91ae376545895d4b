/** Asks the hub for a look inside its search: POST /api/inside of docs/api/openapi.yaml. */
import { post, request } from './rest'
import type { Inside, InsideRequest } from './schemas'

export type Look = Inside
/** A position that the search visited. Scores are those of Max, the side to move at the root. */
export type TreeNode = Inside['nodes'][number]
/** The effort of one search to one depth. */
export type Effort = Inside['efforts'][number]
export type Search = Inside['search']

/** The evaluations that have names. The text of a custom level is one too: its weights count. */
export const EVALUATIONS = ['ai', 'classic', 'tens', 'none'] as const

/** The most plies that a look searches. */
export const MAX_DEPTH = 9

/** `under`: the moves to the branch that is asked for; left out: the whole tree */
export type InsideQuery = Required<Omit<InsideRequest, 'position' | 'under'>> & Pick<InsideRequest, 'under'>

/** How long the hub may take, in milliseconds. */
const TIMEOUT = 15_000

/** Asks for a look. Throws as `request` does. */
export const lookInside = (query: InsideQuery, signal: AbortSignal): Promise<Look> =>
  request('/inside', { ...post(query), signal }, TIMEOUT)
