/** All puzzles. The page has the hub's own file, so that each day is there without a network. */
import text from '../../../../internal/puzzle/data/puzzles.txt?raw'
import type { Outcome, Puzzle, PuzzleTurn } from '../protocol/puzzle'
import { daysSince, isDate } from './days.svelte'

/** The day of the first puzzle. After the last one they begin again. */
export const FIRST = '2024-01-01'

const lines = text.split('\n').filter((line) => /^\d/.test(line))
const OUTCOMES: Partial<Record<string, Outcome>> = { W: 'win', w: 'slow_win', d: 'draw', l: 'loss' }

/** The puzzle of a day; null: it is before the first one, or no day. */
export function puzzleOn(date: string): Puzzle | null {
  const days = isDate(date) ? daysSince(FIRST, date) : -1
  if (days < 0) return null
  const [moves, , , ...turns] = lines[days % lines.length]!.split(' ')
  return {
    date,
    variant: 'connect4:7x6:4',
    moves: moves!,
    turns: turns.map(parseTurn),
  }
}

/** A turn has seven outcomes, and then what comes next for each: see the comment of the hub's package puzzle. */
function parseTurn(text: string): PuzzleTurn {
  const turn: PuzzleTurn = { outcomes: {}, replies: {}, slow: {} }
  for (let column = 0; column < 7; column++) {
    const [move, outcome, next] = [`${column + 1}`, OUTCOMES[text[column]!], text[column + 7]!]
    if (outcome) turn.outcomes[move] = outcome
    if (outcome === 'slow_win') turn.slow[move] = parseInt(next, 36)
    else if (next !== '-') turn.replies[move] = next
  }
  return turn
}
