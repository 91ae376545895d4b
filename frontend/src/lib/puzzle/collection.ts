/** All puzzles: those of the days, and those to train with. Loaded with the page that needs them. */
import connect4 from '../../../../internal/puzzle/data/connect4.txt?raw'
import force3 from '../../../../internal/puzzle/data/force3.txt?raw'
import { linesOf, listed, parsePuzzle, type Listed, type Puzzle } from './puzzle'
import { dayLines } from './puzzles'

const files: Partial<Record<string, readonly string[]>> = {
  d: dayLines,
  c: linesOf(connect4),
  f: linesOf(force3),
}

export const collection: readonly Listed[] = Object.entries(files).flatMap(([letter, lines]) =>
  lines!.map((line, i) => listed(`${letter}${i + 1}`, line)),
)

/** The puzzle with an ID; null: there is none. */
export function puzzleOf(id: string): Puzzle | null {
  const line = /^[dcf][1-9]\d*$/.test(id) ? files[id[0]!]![Number(id.slice(1)) - 1] : undefined
  return line === undefined ? null : parsePuzzle(id, line)
}
