/** What analysis says, in words of the person's language. */
import { language } from '../i18n/locale.svelte'
import { m } from '../paraglide/messages'
import type { Analysis, Value } from '../protocol/analysis'
import type { Failure } from '../protocol/rest'
import type { Ended } from './gameover'
import type { Grade } from './grade'
import { exact, othersTurns, ownTurns, sort, unknown } from './value'

/** From these estimates on a side is a little ahead, and ahead. */
const SLIGHTLY = 8
const AHEAD = 35

/** The names of the sides: `mover` has the next turn. */
export interface Sides {
  mover: string
  waiter: string
}

/** What a position is worth, in a sentence. */
export function sentence(value: Value, { mover, waiter }: Sides): string {
  const result = exact(value)
  const { low, high } = value
  if (result?.result === 'win') return m.analysis_wins({ name: mover, count: ownTurns(result.plies) })
  if (result?.result === 'loss') return m.analysis_wins({ name: waiter, count: othersTurns(result.plies) })
  if (result) return m.analysis_draw()
  if (low?.result === 'win') return m.analysis_wins_within({ name: mover, count: ownTurns(low.plies) })
  if (high?.result === 'loss') return m.analysis_wins_within({ name: waiter, count: othersTurns(high.plies) })
  if (low?.result === 'draw') return m.analysis_holds({ name: mover })
  if (high?.result === 'draw') return m.analysis_holds({ name: waiter })
  return guess(value.estimate ?? 0, mover, waiter)
}

function guess(estimate: number, mover: string, waiter: string): string {
  const name = estimate > 0 ? mover : waiter
  if (Math.abs(estimate) < SLIGHTLY) return m.analysis_even()
  return Math.abs(estimate) < AHEAD ? m.analysis_slightly({ name }) : m.analysis_ahead({ name })
}

/** What is known of a position that is still looked at. */
export function verdict(analysis: Analysis | null, over: Ended | null, sides: Sides, won: string): string {
  if (over) return over.winner === 0 ? m.analysis_over_draw() : m.analysis_over_won({ name: won })
  if (analysis === null || (analysis.moves.length === 0 && unknown(analysis.value)))
    return m.analysis_nothing()
  return sentence(analysis.value, sides)
}

/** What a move is worth for who plays it, as after its name. */
export function moveWords(value: Value): string {
  const { low, high } = value
  const result = exact(value)
  if (result?.result === 'win') return m.analysis_move_wins({ count: ownTurns(result.plies) })
  if (result?.result === 'loss') return m.analysis_move_loses({ count: othersTurns(result.plies) })
  if (result) return m.analysis_move_draws()
  switch (sort(value)) {
    case 'win':
      return m.analysis_move_wins_within({ count: low?.result === 'win' ? ownTurns(low.plies) : 1 })
    case 'loss':
      return m.analysis_move_loses_within({ count: high?.result === 'loss' ? othersTurns(high.plies) : 1 })
    case 'holds':
      return m.analysis_move_holds()
    case 'limited':
      return m.analysis_move_limited()
    default:
      return value.estimate === undefined
        ? m.analysis_move_open()
        : m.analysis_move_guess({ estimate: signed(value.estimate) })
  }
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')

/** How deep was looked, and how far. */
export function effort({ value, depth, nodes }: Analysis): string {
  if (exact(value) !== null) return m.analysis_exact()
  return m.analysis_depth({ depth, nodes: new Intl.NumberFormat(language.now).format(nodes) })
}

/** Why the hub is asked again, or cannot be. */
export function trouble(failure: Failure): string {
  if (!failure.retry) return m.analysis_refused()
  if (failure.code === 'no_worker') return m.analysis_no_worker()
  if (failure.code === 'too_many' || failure.code === 'crowded') return m.analysis_too_many()
  return m.analysis_away()
}

/** How good a move was. */
export function gradeWords(grade: Grade): string {
  switch (grade.is) {
    case 'best':
      return m.analysis_grade_best()
    case 'good':
      return m.analysis_grade_good()
    case 'slower':
      return m.analysis_grade_slower({ count: ownTurns(grade.plies), best: ownTurns(grade.best) })
    case 'doubtful':
      return m.analysis_grade_doubtful()
    case 'mistake':
      if (grade.from === 'draw') return m.analysis_grade_draw_loss()
      return grade.to === 'draw' ? m.analysis_grade_win_draw() : m.analysis_grade_win_loss()
  }
}

/** A grade as a sign beside a move. */
export const GRADE_SIGNS: Record<Grade['is'], string> = {
  best: '★',
  good: '✓',
  slower: '…',
  doubtful: '?!',
  mistake: '??',
}
