/** The daily puzzle, as GET /api/puzzle describes it. */
import { request } from './rest'

/** What a move leads to if both sides play perfectly from there. `slow_win`: another move of the turn wins sooner. */
export type Outcome = 'win' | 'slow_win' | 'draw' | 'loss'

/** A turn of the side that wins, by its moves. */
export interface PuzzleTurn {
  outcomes: Partial<Record<string, Outcome>>
  /** how the other side answers: a loss with its quickest win, a draw with what holds it, the win with its defence */
  replies: Partial<Record<string, string>>
  /** after how many moves a slow win wins, with the move itself */
  slow: Partial<Record<string, number>>
}

export interface Puzzle {
  /** a day in UTC, as `2026-11-23` */
  date: string
  variant: string
  /** the moves that lead to the position; seat 1 moves first */
  moves: string
  /** the turns of the side that wins, at least one */
  turns: PuzzleTurn[]
}

/** Returns the day in UTC by the hub's clock. */
export const fetchToday = async (): Promise<string> => (await request<Puzzle>('/puzzle')).date
