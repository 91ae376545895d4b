/** The names of the settings of a custom level, in the person's language. */
import { m } from '../paraglide/messages'
import type { Setting } from './text'

const mine = (name: () => string) => () => `${name()}, ${m.levels_mine()}`
const theirs = (name: () => string) => () => `${name()}, ${m.levels_theirs()}`

const NAMES: Record<Setting, () => string> = {
  depth: m.levels_depth,
  open3: mine(m.levels_open3),
  open2: mine(m.levels_open2),
  open1: mine(m.levels_open1),
  centre: mine(m.levels_centre),
  their3: theirs(m.levels_open3),
  their2: theirs(m.levels_open2),
  their1: theirs(m.levels_open1),
  theircentre: theirs(m.levels_centre),
  rows: m.levels_rows,
  columns: m.levels_columns,
  diagonals: m.levels_diagonals,
  margin: m.levels_margin,
}

export const settingName = (setting: Setting): string => NAMES[setting]()
