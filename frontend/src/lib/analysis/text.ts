/** The texts of the analysis, in the person's language. */
import { language } from '../i18n/locale.svelte'
import { m } from '../paraglide/messages'
import type { Analysis } from '../protocol/analysis'
import type { Value } from '../protocol/value'
import type { Failure } from '../protocol/failure'
import { isMistake, type Grade } from './grade'
import { exact, opponentTurns, ownTurns, kindOf, turnsToWin } from './value'

/** The least estimates at which a side is called slightly ahead, and ahead. */
const SLIGHTLY_AHEAD = 8
const AHEAD = 35

/** The names of the sides. `mover` is to move, `waiter` is not. */
export interface Sides {
  mover: string
  waiter: string
}

/** The value of a position as a sentence. */
export function valueSentence(value: Value, { mover, waiter }: Sides): string {
  const kind = kindOf(value)
  switch (kind) {
    case 'win':
    case 'loss': {
      const win = { name: kind === 'win' ? mover : waiter, count: turnsToWin(value) }
      return exact(value) ? m.analysis_wins(win) : m.analysis_wins_within(win)
    }
    case 'draw':
      return m.analysis_draw()
    case 'at-least-draw':
      return m.analysis_holds({ name: mover })
    case 'at-most-draw':
      return m.analysis_holds({ name: waiter })
    default:
      return estimateSentence(value.estimate ?? 0, mover, waiter)
  }
}

function estimateSentence(estimate: number, mover: string, waiter: string): string {
  const name = estimate > 0 ? mover : waiter
  if (Math.abs(estimate) < SLIGHTLY_AHEAD) return m.analysis_even()
  return Math.abs(estimate) < AHEAD ? m.analysis_slightly({ name }) : m.analysis_ahead({ name })
}

/** The value of a move for its player, to be shown after the move. */
export function moveValueText(value: Value): string {
  const count = turnsToWin(value)
  switch (kindOf(value)) {
    case 'win':
      return exact(value) ? m.analysis_move_wins({ count }) : m.analysis_move_wins_within({ count })
    case 'loss':
      return exact(value) ? m.analysis_move_loses({ count }) : m.analysis_move_loses_within({ count })
    case 'draw':
      return m.analysis_move_draws()
    case 'at-least-draw':
      return m.analysis_move_holds()
    case 'at-most-draw':
      return m.analysis_move_limited()
    default:
      return value.estimate === undefined
        ? m.analysis_move_open()
        : m.analysis_move_guess({ estimate: signedNumber(value.estimate) })
  }
}

export const signedNumber = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0')

/** How deep the search went. */
export function searchText({ value, depth, nodes }: Analysis): string {
  if (exact(value) !== null) return m.analysis_exact()
  return m.analysis_depth({ depth, nodes: new Intl.NumberFormat(language.now).format(nodes) })
}

/** Why there is no answer now. */
export function failureText(failure: Failure): string {
  if (!failure.retry) return m.analysis_refused()
  if (failure.code === 'no_worker') return m.analysis_no_worker()
  if (failure.code === 'too_many' || failure.code === 'crowded') return m.analysis_too_many()
  return m.analysis_away()
}

/** A grade as a text. */
export function gradeText(grade: Grade): string {
  switch (grade.is) {
    case 'best':
      return m.analysis_grade_best()
    case 'longest':
      return m.analysis_grade_longest()
    case 'sooner':
      return m.analysis_grade_sooner({
        count: opponentTurns(grade.plies),
        best: opponentTurns(grade.best),
      })
    case 'good':
      return m.analysis_grade_good()
    case 'slower':
      return m.analysis_grade_slower({ count: ownTurns(grade.plies), best: ownTurns(grade.best) })
    case 'doubtful':
      return m.analysis_grade_doubtful()
    case 'mistake':
      if (grade.distant)
        return grade.from === 'win' ? m.analysis_grade_long_win() : m.analysis_grade_long_draw()
      if (grade.from === 'draw') return m.analysis_grade_draw_loss()
      return grade.to === 'draw' ? m.analysis_grade_win_draw() : m.analysis_grade_win_loss()
  }
}

const GRADE_SIGNS: Record<Grade['is'], string> = {
  best: '★',
  longest: '★',
  good: '✓',
  slower: '…',
  sooner: '…',
  doubtful: '?!',
  mistake: '??',
}

/** A grade as a sign in the move list. */
export const gradeSign = (grade: Grade): string =>
  grade.is === 'mistake' && grade.distant ? '?' : GRADE_SIGNS[grade.is]

/** Whether a grade is shown as bad. */
export const isBad = (grade: Grade): boolean => isMistake(grade) || grade.is === 'doubtful'
