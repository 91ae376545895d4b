/** The daily puzzle, as GET /api/puzzle describes it. */
import { request } from './rest'

/** What a move leads to if both sides play perfectly from there. `slow_win`: another move of the turn wins sooner. */
export type Outcome = 'win' | 'slow_win' | 'draw' | 'loss'

export interface PuzzleTurn {
  /** by move */
  outcomes: Partial<Record<string, Outcome>>
  /** the answer of the other side to the win; absent at the last turn */
  reply?: string
}

export interface Puzzle {
  /** a day in UTC, as `2026-11-23` */
  date: string
  variant: string
  /** the moves that lead to the position; seat 1 moves first */
  moves: string
  /** the number of plies to the win */
  plies: number
  /** the turns of the side that wins, at least one */
  turns: PuzzleTurn[]
}

/** Returns the puzzle of a day; null: today's. */
export const fetchPuzzle = (date: string | null): Promise<Puzzle> =>
  request(date === null ? '/puzzle' : `/puzzle?date=${encodeURIComponent(date)}`)
