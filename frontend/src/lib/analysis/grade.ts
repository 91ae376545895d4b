/** Grades moves by the analysis of the position in which they were played. Pure. */
import type { Analysis } from '../protocol/analysis'
import type { Value } from '../protocol/value'
import { bounds, exact, expected, kindOf, negated, isUnknown } from './value'

/** The results that a side can still reach. */
export type Reach = 'win' | 'draw' | 'loss'

export type Grade =
  /** no move is better */
  | { is: 'best' }
  /** it keeps the result; a faster win or slower loss may exist */
  | { is: 'good' }
  /** it still wins, in `plies` instead of `best` plies */
  | { is: 'slower'; plies: number; best: number }
  /** the side could reach `from`, and now at most `to` */
  | { is: 'mistake'; from: Reach; to: Reach }
  /** the search estimates it clearly lower than another move */
  | { is: 'doubtful' }

/** A move is doubtful if its estimate is lower than the best by more than this; lost and won are 2 apart. */
const DOUBT_THRESHOLD = 0.15
const EPSILON = 1e-9

const reachOf = (score: number): Reach => (score > 0 ? 'win' : score < 0 ? 'loss' : 'draw')
const RANK: Record<Reach, number> = { loss: 0, draw: 1, win: 2 }

/** Grades a move; returns null if too little is known. */
export function gradeMove({ value, moves }: Analysis, move: string): Grade | null {
  const found = moves.find((one) => one.move === move)
  if (!found) return null
  const [low, high] = bounds(found.value)
  const certain = Math.max(bounds(value)[0], ...moves.map((one) => bounds(one.value)[0]))
  const possible = Math.max(...moves.map((one) => bounds(one.value)[1]))
  if (RANK[reachOf(high)] < RANK[reachOf(certain)])
    return { is: 'mistake', from: reachOf(certain), to: reachOf(high) }
  if (low >= possible - EPSILON) return { is: 'best' }
  const values = moves.map((one) => one.value)
  return (
    gradeSlowerWin(found.value, values) ??
    (RANK[reachOf(low)] >= RANK[reachOf(possible)] ? { is: 'good' } : gradeByEstimate(found.value, values))
  )
}

/** Grades a certain win where another move wins sooner; null otherwise. */
function gradeSlowerWin(value: Value, all: readonly Value[]): Grade | null {
  const wins = all.map(exact).flatMap((result) => (result?.result === 'win' ? [result.plies] : []))
  const result = exact(value)
  const best = Math.min(...wins)
  return result?.result === 'win' && best < result.plies ? { is: 'slower', plies: result.plies, best } : null
}

/** Grades by the estimates; null if there are none. */
function gradeByEstimate(value: Value, all: readonly Value[]): Grade | null {
  if (all.every(isUnknown)) return null
  return Math.max(...all.map(expected)) - expected(value) > DOUBT_THRESHOLD
    ? { is: 'doubtful' }
    : { is: 'good' }
}

/** The value of a position for the side that began, from -1 (lost) to 1 (won); null: unknown. */
export function valueForFirst(analysis: Analysis | null, ply: number): number | null {
  if (analysis === null || (kindOf(analysis.value) === 'unknown' && analysis.moves.length === 0)) return null
  const value = ply % 2 === 0 ? analysis.value : negated(analysis.value)
  return expected(value)
}

/** The ply after the next mistake; after the last mistake the first one follows. null: there is no mistake. */
export function nextMistake(grades: readonly (Grade | null)[], ply: number): number | null {
  const found = grades.flatMap((grade, i) => (grade?.is === 'mistake' ? [i + 1] : []))
  return found.find((to) => to > ply) ?? found[0] ?? null
}
