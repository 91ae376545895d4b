/** How good each move of a game was, by what was known of the position it was played in. Pure. */
import type { Analysis, Value } from '../protocol/analysis'
import { bounds, exact, expected, sort, turned, unknown } from './value'

/** The results that a side can still reach. */
export type Reach = 'win' | 'draw' | 'loss'

export type Grade =
  /** no move is better */
  | { is: 'best' }
  /** it keeps the result; whether another one is quicker is not known, or for a loss does not matter much */
  | { is: 'good' }
  /** it still wins, in so many plies instead of so many */
  | { is: 'slower'; plies: number; best: number }
  /** it lost what could be reached */
  | { is: 'mistake'; from: Reach; to: Reach }
  /** the search expects less of it than of another */
  | { is: 'doubtful' }

/** By how much an estimate may fall, of the 2 between lost and won, before a move is called doubtful. */
const DOUBT = 0.15
const EPSILON = 1e-9

const reach = (worth: number): Reach => (worth > 0 ? 'win' : worth < 0 ? 'loss' : 'draw')
const RANK: Record<Reach, number> = { loss: 0, draw: 1, win: 2 }

/** Grades a move; null: too little is known. */
export function grade({ value, moves }: Analysis, move: string): Grade | null {
  const found = moves.find((one) => one.move === move)
  if (!found) return null
  const [low, high] = bounds(found.value)
  const sure = Math.max(bounds(value)[0], ...moves.map((one) => bounds(one.value)[0]))
  const most = Math.max(...moves.map((one) => bounds(one.value)[1]))
  if (RANK[reach(high)] < RANK[reach(sure)]) return { is: 'mistake', from: reach(sure), to: reach(high) }
  if (low >= most - EPSILON) return { is: 'best' }
  const values = moves.map((one) => one.value)
  return (
    slower(found.value, values) ??
    (RANK[reach(low)] >= RANK[reach(most)] ? { is: 'good' } : guessed(found.value, values))
  )
}

/** A win for sure, where another move wins sooner. */
function slower(value: Value, all: readonly Value[]): Grade | null {
  const wins = all.map(exact).flatMap((result) => (result?.result === 'win' ? [result.plies] : []))
  const result = exact(value)
  const best = Math.min(...wins)
  return result?.result === 'win' && best < result.plies ? { is: 'slower', plies: result.plies, best } : null
}

/** What the estimates say, where there are any. */
function guessed(value: Value, all: readonly Value[]): Grade | null {
  if (all.every(unknown)) return null
  return Math.max(...all.map(expected)) - expected(value) > DOUBT ? { is: 'doubtful' } : { is: 'good' }
}

/** A position's value as the one who began sees it: from -1, lost, to 1, won; null: nothing is known. */
export function height(analysis: Analysis | null, ply: number): number | null {
  if (analysis === null || (sort(analysis.value) === 'open' && analysis.moves.length === 0)) return null
  const value = ply % 2 === 0 ? analysis.value : turned(analysis.value)
  return expected(value)
}

/** The next mistake after a ply, as the ply that it led to; from the start again after the last. Null: there is none. */
export function nextMistake(grades: readonly (Grade | null)[], ply: number): number | null {
  const found = grades.flatMap((grade, i) => (grade?.is === 'mistake' ? [i + 1] : []))
  return found.find((to) => to > ply) ?? found[0] ?? null
}
