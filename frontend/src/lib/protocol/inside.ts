/** Asks the hub for a look inside its search: POST /api/inside of docs/openapi.yaml. */
import { post, request } from './rest'

export type Search = 'minimax' | 'alphabeta'

export const EVALUATIONS = ['ai', 'classic', 'tens', 'none'] as const
/** One of these, or the text of a custom level, whose weights count. */
export type Evaluation = (typeof EVALUATIONS)[number] | `custom:${string}`

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
  /** with ordering: a position that was searched before is not searched again */
  table: boolean
  evaluation: Evaluation
  /** wins have one value however far ahead they are, and the cells of tic-tac-toe are tried from the top left */
  textbook: boolean
  /** each move of the root is searched with the whole window */
  fullRoot: boolean
  /** the moves to the branch that is asked for; left out: the whole tree */
  under?: string
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
  /** why the node has no children: the game is over, the search has reached its depth, or the value is known already */
  leaf?: 'over' | 'horizon' | 'table'
  /** at the horizon: for each feature, how often Max has it and how often Min has it */
  parts?: [number, number][]
  /** the moves that a cut-off left out */
  cut?: string[]
  /** how many positions plain minimax visits through the moves in `cut`, or below a node whose value is known already */
  saved?: number
  /** how many positions the search visited below it that are not sent */
  below?: number
  /** the position has occurred before */
  again?: true
}

/** The effort of one search to one depth. */
export interface Effort {
  search: Search
  ordering: boolean
  table: boolean
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
  /** the nodes on each level, from the root */
  levels: number[]
}

export interface Look {
  variant: string
  turn: 'first' | 'second'
  over: boolean
  depth: number
  search: Search
  ordering: boolean
  table: boolean
  evaluation: Evaluation
  /** what the evaluation counts, with the points for Max and for Min */
  features: { name: FeatureName; own: number; other: number }[]
  efforts: Effort[]
  /** in the order in which the search entered them: the first levels of a large tree; empty if the search did not end */
  nodes: TreeNode[]
  /** the nodes of the principal variation */
  line: number[]
  /** a search did not end, and had less time because others waited */
  short?: true
}

/** How long the hub may take, in milliseconds. */
const TIMEOUT = 15_000

/** Asks for a look. Throws as `request` does. */
export const lookInside = (query: InsideQuery, signal: AbortSignal): Promise<Look> =>
  request('/inside', { ...post(query), signal }, TIMEOUT)
