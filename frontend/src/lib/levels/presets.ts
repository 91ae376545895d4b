/** Evaluations that students' programs use, from which a person can start a level. */
import { parseLevel, type CustomLevel } from './text'

export type Preset = 'fives' | 'hundreds'

const level = (text: string) => parseLevel(text) as CustomLevel

/**
 * `fives`: +5 for an own open three, +2 for an own open two, −4 for an open three of the opponent, 3 for each own disc in
 * the centre. `hundreds`: 100, 10 and 1 for open lines, the same for both sides.
 */
export const PRESETS: Record<Preset, CustomLevel> = {
  fives: level('custom:depth=4,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0'),
  hundreds: level('custom:depth=4,open3=100,open2=10,open1=1'),
}
