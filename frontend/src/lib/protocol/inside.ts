/** Asks the hub for a look inside its search: POST /api/inside of docs/openapi.yaml. */
import { post, request } from './rest'

export type Search = 'minimax' | 'alphabeta'

export const EVALUATIONS = ['ai', 'classic', 'tens', 'none'] as const
export type Evaluation = (typeof EVALUATIONS)[number]

export type FeatureName = 'lacks1' | 'lacks2' | 'lacks3' | 'centre' | 'near'

/** The most plies that a look searches. */
export const MAX_DEPTH = 9

export interface InsideQuery {
  variant: string
  /** in the game's notation, as one string */
  moves: string
  depth: number
  search: Search
  ordering: boolean
  evaluation: Evaluation
}

/** A position that the search visited. Scores are those of Max, the side to move at the root. */
export interface TreeNode {
  /** the index of the node before the move; -1 for the root */
  parent: number
  /** in the game's notation; the root has none */
  move?: string
  value: number
  /** which bound of the exact value `value` is; left out: `value` is exact */
  bound?: 'lower' | 'upper'
  /** the window with which the search entered the node; a bound that is left out is infinite */
  alpha?: number
  beta?: number
  /** why the node has no children: the game is over, or the search has reached its depth */
  leaf?: 'over' | 'horizon'
  /** at the horizon: for each feature, how often Max has it and how often Min has it */
  parts?: [number, number][]
  /** the moves that a cut-off left out */
  cut?: string[]
  /** how many positions plain minimax visits through the moves in `cut` */
  saved?: number
}

/** The effort of one search to one depth. */
export interface Effort {
  search: Search
  ordering: boolean
  depth: number
  /** false: the search reached its limit of nodes or time and ended early */
  complete: boolean
  nodes: number
  leaves: number
  cutoffs: number
  /** the nodes of this search and of the shallower searches that gave the order of moves */
  total: number
  /** the time in microseconds */
  us: number
}

export interface Look {
  variant: string
  turn: 'first' | 'second'
  over: boolean
  depth: number
  search: Search
  ordering: boolean
  evaluation: Evaluation
  /** what the evaluation counts, with the points for Max and for Min */
  features: { name: FeatureName; own: number; other: number }[]
  efforts: Effort[]
  /** in the order in which the search entered them; empty if there are too many to send */
  nodes: TreeNode[]
  /** the nodes of the principal variation */
  line: number[]
}

/** How long the hub may take, in milliseconds. */
const TIMEOUT = 15_000

/** Asks for a look. Throws as `request` does. */
export const lookInside = (query: InsideQuery, signal: AbortSignal): Promise<Look> =>
  request('/inside', { ...post(query), signal }, TIMEOUT)
