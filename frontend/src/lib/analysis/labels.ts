/** The values of moves as the board's labels: it knows places and signs, and nothing of what they mean. */
import type { BoardLabel } from '../board/board'
import { m } from '../paraglide/messages'
import type { MoveValue, Value } from '../protocol/analysis'
import { bestOf, exact, expected, othersTurns, ownTurns, sort, type Sort } from './value'
import { moveWords } from './text'

const TONES: Record<Sort, BoardLabel['tone']> = {
  win: 'good',
  holds: 'open',
  draw: 'even',
  limited: 'open',
  loss: 'bad',
  open: 'open',
}

/** A value in one sign, told apart by shape: it wins, loses, draws, or what it looks like. */
export function sign(value: Value): string {
  switch (sort(value)) {
    case 'win':
      return '+'
    case 'loss':
      return '−'
    case 'draw':
      return '='
    case 'holds':
      return '≥'
    case 'limited':
      return '≤'
    default:
      return pointer(value.estimate ?? 0)
  }
}

const pointer = (estimate: number) => (estimate > 0 ? '↑' : estimate < 0 ? '↓' : '~')

/** A value in a few characters: `+5` wins in 5, `−3` loses in 3, `=` draws; `↑12` looks good, `↓12` bad. */
export function short(value: Value): string {
  const result = exact(value)
  const { low, high, estimate } = value
  if (result?.result === 'win') return `+${ownTurns(result.plies)}`
  if (result?.result === 'loss') return `−${othersTurns(result.plies)}`
  if (low?.result === 'win') return `+≤${ownTurns(low.plies)}`
  if (high?.result === 'loss') return `−≤${othersTurns(high.plies)}`
  if (sort(value) !== 'open') return sign(value)
  return `${pointer(estimate ?? 0)}${Math.abs(estimate ?? 0) || ''}`
}

/** The moves of a position as labels of the board. */
export function labelsOf(moves: readonly MoveValue[]): BoardLabel[] {
  const best = bestOf(moves)
  return moves.map(({ move, value }) => ({
    move,
    text: short(value),
    sign: sign(value),
    tone: TONES[sort(value)],
    best: best.has(move),
    rank: expected(value),
    words: best.has(move) ? `${moveWords(value)}, ${m.analysis_best()}` : moveWords(value),
  }))
}
