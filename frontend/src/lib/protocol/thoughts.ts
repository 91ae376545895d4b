/** How the AI came to its moves, as docs/openapi.yaml describes it. */
import type { Seat } from './entries'

/** A move as the AI judged it, for the side that plays it. */
export interface Judged {
  move: string
  /** the points of the evaluation; left out: 0 */
  points?: number
  /** plies to a certain win; negative: to a certain loss */
  mate?: number
  /** worth at most this */
  most?: boolean
  /** a certain win or loss, as in `mate`, that the level overlooked */
  missed?: number
}

export interface Thought {
  /** plies that the AI looked ahead; left out: it knew the exact values */
  depth?: number
  /** positions that it searched */
  nodes: number
  /** time of the search, in milliseconds */
  ms: number
  /** the best first */
  moves: Judged[]
  /** how many moves it compared that `moves` leaves out */
  more?: number
  /** the moves that it expects, its own first */
  line?: string[]
}

export interface MoveThought {
  /** the number of moves before it */
  ply: number
  seat: Seat
  move: string
  thought: Thought
}
