/** Grades moves by what people overlook, and by the analysis of the position in which they were played. Pure. */
import type { Analysis } from '../protocol/analysis'
import type { MoveValue, Result, Value } from '../protocol/value'
import type { Slip } from './slip'
import {
  bounds,
  exact,
  expected,
  isUnknown,
  kindOf,
  negated,
  opponentTurns,
  ownTurns,
  score,
  sortByValue,
} from './value'

/** The results that a side can still reach. */
export type Reach = 'win' | 'draw' | 'loss'

/** What one move gave away, as a person sees it: how far a result lies ahead counts, not only the result. */
export type Grade =
  /** no move is better */
  | { is: 'best' }
  /** every move loses, and this one latest */
  | { is: 'longest' }
  /** it keeps the result */
  | { is: 'good' }
  /** it still wins, in `plies` instead of `best` plies */
  | { is: 'slower'; plies: number; best: number }
  /** every move loses; it loses in `plies` instead of `best` plies, as `better` does */
  | { is: 'sooner'; plies: number; best: number; better: string }
  /** a win with the next move was overlooked, whatever the position was worth: see slip.ts */
  | { is: 'blunder'; slip: Slip['is']; better: string }
  /**
   * The side could reach `from`, and now at most `to`; `open`: the game went on, and now the loss is near. `better` is a
   * move that kept it. `sight`: whether all this lies so `far` ahead that it was hard to see, or the loss is `near`.
   */
  | { is: 'mistake'; from: Reach | 'open'; to: Reach; better: string; sight: 'near' | 'middle' | 'far' }
  /** the search estimates it clearly lower than `better` */
  | { is: 'doubtful'; better: string }

/** The grades that name a better move. */
export type Missed = Extract<Grade, { better: string }>

/** Whether a grade counts as a mistake: in the sums, in the graph, and for the button that goes to the next one. */
export const isMistake = (
  grade: Grade | null | undefined,
): grade is Extract<Grade, { is: 'blunder' | 'mistake' }> =>
  grade?.is === 'blunder' || grade?.is === 'mistake'

/** A move is doubtful if its estimate is lower than the best by more than this; lost and won are 2 apart. */
const DOUBT_THRESHOLD = 0.15
const EPSILON = 1e-9
/** A result this many moves of one side away, or more, is distant. */
const DISTANT_TURNS = 12
/** A loss in at most this many moves is near. If another move loses so many moves later, the game went on. */
const NEAR_TURNS = 4

const reachOf = (score: number): Reach => (score > 0 ? 'win' : score < 0 ? 'loss' : 'draw')
const RANK: Record<Reach, number> = { loss: 0, draw: 1, win: 2 }

/** Grades a move that overlooked `slip`. `analysis`: of the position before it. Returns null if too little is known. */
export function gradeMove(analysis: Analysis | null, move: string, slip: Slip | null = null): Grade | null {
  const valued = sortByValue(analysis?.moves ?? [])
  if (slip) {
    const best = valued.find((one) => slip.better.includes(one.move))
    return { is: 'blunder', slip: slip.is, better: best?.move ?? slip.better[0]! }
  }
  const found = valued.find((one) => one.move === move)
  if (!analysis || !found) return null
  const { value, moves, done } = analysis
  const [low, high] = bounds(found.value)
  const reached = highest([value.low, ...moves.map((one) => one.value.low)])
  const certain = reached === null ? -1 : score(reached)
  const possible = Math.max(...moves.map((one) => bounds(one.value)[1]))
  if (RANK[reachOf(high)] < RANK[reachOf(certain)])
    return {
      is: 'mistake',
      from: reachOf(certain),
      to: reachOf(high),
      better: safestMove(moves),
      sight: [reached, found.value.high].every(isDistant)
        ? 'far'
        : isNear(found.value.high)
          ? 'near'
          : 'middle',
    }
  const values = moves.map((one) => one.value)
  if (low >= possible - EPSILON) {
    const losesLater = possible < 0 && values.some((value) => bounds(value)[1] < low - EPSILON)
    return { is: losesLater ? 'longest' : 'best' }
  }
  const byDistance = gradeByDistance(found.value, moves)
  if (byDistance) return byDistance
  if (RANK[reachOf(low)] >= RANK[reachOf(possible)]) return { is: 'good' }
  return done && isNear(found.value.high)
    ? { is: 'mistake', from: 'open', to: 'loss', better: valued[0]!.move, sight: 'near' }
    : gradeByEstimate(found.value, moves)
}

/** The best of these results; null if none is known. */
const highest = (results: readonly (Result | null)[]): Result | null =>
  results.reduce((best, one) => (one && (!best || score(one) > score(best)) ? one : best), null)

/** The move that is certain to reach the most; of several, the best one. */
const safestMove = (moves: readonly MoveValue[]): string =>
  sortByValue(moves).reduce((best, one) => (bounds(one.value)[0] > bounds(best.value)[0] ? one : best)).move

/** Whether a result lies far ahead. A draw has no distance, so it is as distant as what it is compared with. */
function isDistant(result: Result | null): boolean {
  if (result === null) return false
  if (result.result === 'draw') return true
  const turns = result.result === 'win' ? ownTurns(result.plies) : opponentTurns(result.plies)
  return turns >= DISTANT_TURNS
}

const isNear = (result: Result | null): boolean =>
  result?.result === 'loss' && opponentTurns(result.plies) <= NEAR_TURNS

/** Grades a certain win where another move wins sooner, or a certain loss where every move loses and another one later. */
function gradeByDistance(value: Value, moves: readonly MoveValue[]): Grade | null {
  const result = exact(value)
  if (!result || result.result === 'draw') return null
  const { plies } = result
  const others = moves.flatMap(({ move, value }) => {
    const one = exact(value)
    return one?.result === result.result ? [{ better: move, best: one.plies }] : []
  })
  others.sort((a, b) => a.best - b.best)
  if (result.result === 'win') {
    const { best } = others[0]!
    return best < plies ? { is: 'slower', plies, best } : null
  }
  const { best, better } = others.at(-1)!
  if (others.length < moves.length || best <= plies) return null
  return isNear(result) && opponentTurns(best) - opponentTurns(plies) >= NEAR_TURNS
    ? { is: 'mistake', from: 'open', to: 'loss', better, sight: 'near' }
    : { is: 'sooner', plies, best, better }
}

/** Grades by the estimates; null if there are none. */
function gradeByEstimate(value: Value, moves: readonly MoveValue[]): Grade | null {
  if (moves.every((one) => isUnknown(one.value))) return null
  const best = sortByValue(moves)[0]!
  return expected(best.value) - expected(value) > DOUBT_THRESHOLD
    ? { is: 'doubtful', better: best.move }
    : { is: 'good' }
}

/** The value of a position for the side that began, from -1 (lost) to 1 (won); null: unknown. */
export function valueForFirst(analysis: Analysis | null, ply: number): number | null {
  if (analysis === null || (kindOf(analysis.value) === 'unknown' && analysis.moves.length === 0)) return null
  const value = ply % 2 === 0 ? analysis.value : negated(analysis.value)
  return expected(value)
}

/**
 * The ply before the next mistake: the position in which a better move was possible. The mistakes of `mine` come first,
 * then those of the other side, then again those of `mine`. `mine`: 0 for the side that began, 1 for the other; null: in
 * the order of the game. null: there is no mistake.
 */
export function nextMistake(
  grades: readonly (Grade | null)[],
  ply: number,
  mine: 0 | 1 | null,
): number | null {
  const all = grades.flatMap((grade, i) => (isMistake(grade) ? [i] : []))
  const own = all.filter((i) => mine === null || i % 2 === mine)
  const order = [...own, ...all.filter((i) => !own.includes(i))]
  const at = order.indexOf(ply)
  if (at >= 0) return order[(at + 1) % order.length]!
  return own.find((i) => i > ply) ?? order[0] ?? null
}
