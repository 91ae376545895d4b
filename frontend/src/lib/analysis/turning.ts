/** The turning point of a lost game: the move that lost it, as a person sees the game. Pure. */
import type { Analysis } from '../protocol/analysis'
import { otherSeat, turnAt } from '../protocol/entries'
import type { Game } from '../protocol/rest'
import type { Reason } from '../protocol/schemas'
import { isMistake, type Grade, type Missed } from './grade'
import { bounds } from './value'

/** What is needed of a game to look for its turning point. */
export type Ended = Pick<Game, 'variant' | 'moves' | 'first'> & { end: Game['end'] | null }

export type Turning =
  /** the position after `ply` moves must be analysed before more can be said */
  | { is: 'searching'; ply: number }
  /**
   * The move after `ply` moves lost the game. If it is no mistake by its grade, then no move did: every position was lost
   * (`fromStart`), or too little is known; here another move was better.
   */
  | { is: 'found'; ply: number; grade: Missed; fromStart: boolean }
  /** no move stands out */
  | { is: 'none'; fromStart: boolean }

/** What is known of each move of the game, by the number of moves before it. */
export interface Known {
  grade: (ply: number) => Grade | null
  /** whether the grade will not change */
  final: (ply: number) => boolean
  /** whether the player is certain to have kept at least a draw with the move */
  kept: (ply: number) => boolean
  /** why the move lost; null: no short reason is known; undefined: the position after it must be analysed first */
  reason: (ply: number) => Reason | null | undefined
}

/**
 * Looks at the moves of the side that lost, the last one first, and no further than it must. The last move that gave away
 * a win or a draw, or overlooked a win with the next move, lost the game. If that was hard to see, and cannot be explained
 * either, an earlier blunder did. Returns null if nobody has lost.
 */
export function turningPoint({ moves, first, end }: Ended, known: Known): Turning | null {
  if (!end || end.winner === 0) return null
  const loser = otherSeat(end.winner)
  const plies = moves.flatMap((_, ply) => (turnAt(first, ply) === loser ? [ply] : [])).reverse()
  const blunderBefore = (at: number) => plies.find((ply) => ply < at && known.grade(ply)?.is === 'blunder')
  let hint: { ply: number; grade: Missed } | null = null
  let mostLost = 0
  let fromStart = false
  for (const at of plies) {
    const last = known.grade(at)
    const easier = last?.is === 'mistake' && last.sight === 'far' ? blunderBefore(at) : undefined
    const reason = easier === undefined ? null : known.reason(at)
    if (reason === undefined) return { is: 'searching', ply: at + 1 }
    const ply = reason ? at : (easier ?? at)
    if (!known.final(ply)) return { is: 'searching', ply }
    const grade = known.grade(ply)
    if (grade && isMistake(grade)) return { is: 'found', ply, grade, fromStart: false }
    if (known.kept(ply)) return { is: 'none', fromStart: false }
    fromStart = grade?.is === 'sooner' || grade?.is === 'longest'
    if (grade?.is === 'sooner' && grade.best - grade.plies > mostLost) {
      mostLost = grade.best - grade.plies
      hint = { ply, grade }
    }
    if (grade?.is === 'doubtful') hint ??= { ply, grade }
  }
  return hint ? { is: 'found', ...hint, fromStart } : { is: 'none', fromStart }
}

/** How many of all moves of a position do not lose, if some do. Returns null unless that is certain of each move. */
export function movesThatHold(analysis: Analysis | null): { count: number; all: number } | null {
  const values = (analysis?.moves ?? []).map((one) => bounds(one.value))
  const count = values.filter(([low]) => low >= 0).length
  const lost = values.filter(([, high]) => high < 0).length
  return count > 0 && lost > 0 && count + lost === values.length ? { count, all: values.length } : null
}
