/** Evaluations that students' programs use, from which a person can start a level. */
import type { CustomLevel } from './text'

const PLAIN: CustomLevel = {
  depth: 4,
  open3: 0,
  open2: 0,
  open1: 0,
  their3: 0,
  their2: 0,
  their1: 0,
  centre: 0,
  theircentre: 0,
  rows: 1,
  columns: 1,
  diagonals: 1,
  margin: 0,
  name: '',
}

export type Preset = 'fives' | 'hundreds'

/**
 * `fives`: +5 for an own open three, +2 for an own open two, −4 for an open three of the opponent, 3 for each own disc in
 * the centre. `hundreds`: 100, 10 and 1 for open lines, the same for both sides.
 */
export const PRESETS: Record<Preset, CustomLevel> = {
  fives: { ...PLAIN, open3: 5, open2: 2, their3: 4, centre: 3 },
  hundreds: { ...PLAIN, open3: 100, open2: 10, open1: 1, their3: 100, their2: 10, their1: 1 },
}
