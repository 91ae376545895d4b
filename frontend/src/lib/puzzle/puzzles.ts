/** The puzzles of the days. The page has the hub's own file, so that each day is there without a network. */
import text from '../../../../internal/puzzle/data/puzzles.txt?raw'
import { daysSince, isDate } from './days.svelte'
import { linesOf, parsePuzzle, type Puzzle } from './puzzle'

/** The day of the first puzzle. After the last one they begin again. */
export const FIRST = '2024-01-01'

export const dayLines = linesOf(text)

/** The puzzle of a day; null: it is before the first one, or no day. */
export function puzzleOn(date: string): Puzzle | null {
  const days = isDate(date) ? daysSince(FIRST, date) : -1
  if (days < 0) return null
  const line = days % dayLines.length
  return parsePuzzle(`d${line + 1}`, dayLines[line]!)
}

/** How many days ahead the puzzles of the days are kept for their days. */
const KEPT = 30

/** Whether a puzzle is that of today or of a day soon. */
export function isSoon(id: string, today: string): boolean {
  const ahead = Number(id.slice(1)) - 1 - daysSince(FIRST, today)
  return id.startsWith('d') && ((ahead % dayLines.length) + dayLines.length) % dayLines.length < KEPT
}
