/** Converts the values of moves to labels of the board, which does not know what they mean. */
import type { BoardLabel } from '../board/board'
import { m } from '../paraglide/messages'
import type { MoveValue, Value } from '../protocol/value'
import { bestMoves, exact, expected, kindOf, turnsToWin, type ValueKind } from './value'
import { moveValueText } from './text'

const TONES: Record<ValueKind, BoardLabel['tone']> = {
  win: 'good',
  'at-least-draw': 'open',
  draw: 'even',
  'at-most-draw': 'open',
  loss: 'bad',
  unknown: 'open',
}

/** A value as one character. The characters differ in shape, not only in colour. */
function signOf(value: Value): string {
  switch (kindOf(value)) {
    case 'win':
      return '+'
    case 'loss':
      return '−'
    case 'draw':
      return '='
    case 'at-least-draw':
      return '≥'
    case 'at-most-draw':
      return '≤'
    default: {
      const { estimate = 0 } = value
      return estimate > 0 ? '↑' : estimate < 0 ? '↓' : '~'
    }
  }
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
  tone: TONES[kindOf(value)],
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
