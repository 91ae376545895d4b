/** Converts the values of moves to labels of the board, which does not know what they mean. */
import type { BoardLabel } from '../board/board'
import { m } from '../paraglide/messages'
import type { MoveValue, Value } from '../protocol/value'
import { bestMoves, exact, expected, kindOf, turnsToWin, type ValueKind } from './value'
import { moveValueText } from './text'

/** How a label shows each kind of value. The signs differ in shape, not only in colour. */
const MARKS: Record<ValueKind, Pick<BoardLabel, 'tone' | 'sign'>> = {
  win: { tone: 'good', sign: '+' },
  'at-least-draw': { tone: 'open', sign: '≥' },
  draw: { tone: 'even', sign: '=' },
  'at-most-draw': { tone: 'open', sign: '≤' },
  loss: { tone: 'bad', sign: '−' },
  unknown: { tone: 'open', sign: '' },
}

/** A value as one character. */
const signOf = (value: Value): string => {
  const { estimate = 0 } = value
  return MARKS[kindOf(value)].sign || (estimate > 0 ? '↑' : estimate < 0 ? '↓' : '~')
}

/** A value as a few characters: `+5` wins in 5, `−3` loses in 3, `=` draws; `↑12`, `↓12` are estimates. */
function shortText(value: Value): string {
  const kind = kindOf(value)
  const size = kind === 'unknown' ? Math.abs(value.estimate ?? 0) : turnsToWin(value)
  const limit = size > 0 && kind !== 'unknown' && !exact(value) ? '≤' : ''
  return `${signOf(value)}${limit}${size || ''}`
}

/** How a label shows a value. */
export const markOf = (value: Value): Pick<BoardLabel, 'text' | 'sign' | 'tone'> => ({
  text: shortText(value),
  sign: signOf(value),
  tone: MARKS[kindOf(value)].tone,
})

/** Returns a label for each move. */
export function moveLabels(moves: readonly MoveValue[]): BoardLabel[] {
  const best = bestMoves(moves)
  return moves.map(({ move, value }) => ({
    move,
    ...markOf(value),
    best: best.has(move),
    rank: expected(value),
    words: best.has(move) ? `${moveValueText(value)}, ${bestText(value)}` : moveValueText(value),
  }))
}

/** What the best move is called: in a lost position it only delays the loss. */
export const bestText = (value: Value): string =>
  kindOf(value) === 'loss' ? m.analysis_longest() : m.analysis_best()
