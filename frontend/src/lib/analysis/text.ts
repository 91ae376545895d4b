/** The texts of the analysis, in the person's language. */
import { numberText } from '../i18n/numbers'
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
  }
  const { estimate = 0 } = value
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
  return m.analysis_depth({ depth, nodes: numberText(nodes) })
}

/** Why there is no answer now. */
export function failureText(failure: Failure): string {
  if (!failure.retry) return m.analysis_refused()
  if (failure.code === 'no_worker') return m.analysis_no_worker()
  if (failure.code === 'too_many' || failure.code === 'crowded') return m.analysis_too_many()
  return m.analysis_away()
}

function mistakeText({ from, to, sight }: Extract<Grade, { is: 'mistake' }>): string {
  if (from === 'open') return m.analysis_grade_open()
  if (sight === 'far') return from === 'win' ? m.analysis_grade_long_win() : m.analysis_grade_long_draw()
  if (from === 'draw') return m.analysis_grade_draw_loss()
  return to === 'draw' ? m.analysis_grade_win_draw() : m.analysis_grade_win_loss()
}

/** Of each grade: its sign in the move list, and its text. */
const GRADES: {
  [Is in Grade['is']]: readonly [sign: string, text: (grade: Extract<Grade, { is: Is }>) => string]
} = {
  best: ['★', () => m.analysis_grade_best()],
  longest: ['★', () => m.analysis_grade_longest()],
  good: ['✓', () => m.analysis_grade_good()],
  slower: ['…', (a) => m.analysis_grade_slower({ count: ownTurns(a.plies), best: ownTurns(a.best) })],
  sooner: [
    '…',
    (a) => m.analysis_grade_sooner({ count: opponentTurns(a.plies), best: opponentTurns(a.best) }),
  ],
  doubtful: ['?!', () => m.analysis_grade_doubtful()],
  blunder: ['??', (a) => (a.slip === 'win' ? m.analysis_grade_missed_win() : m.analysis_grade_let_win())],
  mistake: ['?', mistakeText],
}

export const gradeText = (grade: Grade): string => GRADES[grade.is][1](grade as never)

export const gradeSign = (grade: Grade): string =>
  grade.is === 'mistake' && grade.sight === 'far' ? '?!' : GRADES[grade.is][0]

/** Whether a grade is shown as bad. */
export const isBad = (grade: Grade): boolean => isMistake(grade) || grade.is === 'doubtful'

/** What the list of moves says about a move. */
export interface MoveNote {
  sign: string
  bad: boolean
  words: string
}

export const noteOf = (grade: Grade): MoveNote => ({
  sign: gradeSign(grade),
  bad: isBad(grade),
  words: gradeText(grade),
})

/** How many mistakes of each kind these grades have: `2 mistakes, 1 blunder`. Empty if they have none. */
export function mistakesText(grades: readonly (Grade | null)[]): string {
  const found = grades.filter(isMistake)
  const hard = found.filter((grade) => grade.is === 'mistake' && grade.sight === 'far').length
  const blunders = found.filter(({ is }) => is === 'blunder').length
  const parts = [
    [found.length - blunders - hard, m.analysis_mistakes],
    [blunders, m.analysis_blunders],
    [hard, m.analysis_hard],
  ] as const
  return parts.flatMap(([count, text]) => (count > 0 ? [text({ count })] : [])).join(', ')
}
