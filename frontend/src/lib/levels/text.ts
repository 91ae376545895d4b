/**
 * The text of a custom level, as the hub's package internal/custom reads it. Both are tested with the texts in
 * internal/custom/testdata.
 */

/** The settings of a level in the order of its text: least and greatest value, and the default of an optional setting. */
const SETTINGS = {
  depth: [1, 9],
  open3: [-999, 999, 0],
  open2: [-999, 999, 0],
  open1: [-999, 999, 0],
  their3: [-999, 999, 'open3'],
  their2: [-999, 999, 'open2'],
  their1: [-999, 999, 'open1'],
  centre: [-999, 999, 0],
  theircentre: [-999, 999, 'centre'],
  rows: [0, 9, 1],
  columns: [0, 9, 1],
  diagonals: [0, 9, 1],
  margin: [0, 999, 0],
  first: [0, 1, 0],
} as const

export type Setting = keyof typeof SETTINGS
export type CustomLevel = Record<Setting, number> & { name: string }

const SETTING_NAMES = Object.keys(SETTINGS) as Setting[]

const PREFIX = 'custom:'
export const MAX_LEVEL_NAME = 24
export const MAX_BYTES = 264

/** What is wrong with a level: the name of the invalid setting, or `text` if the text cannot be read. */
export type Problem = Setting | 'name' | 'text'

/** The least and the greatest value of a setting. */
export const rangeOf = (setting: Setting): readonly [number, number] => [
  SETTINGS[setting][0],
  SETTINGS[setting][1],
]

function defaultOf(level: Partial<CustomLevel>, setting: Setting): number | undefined {
  const value = SETTINGS[setting][2]
  return typeof value === 'string' ? level[value] : value
}

/** The first invalid setting of a level; null: the level is valid. */
export function problemOf(level: CustomLevel): Exclude<Problem, 'text'> | null {
  for (const setting of SETTING_NAMES) {
    const [low, high] = rangeOf(setting)
    const value: unknown = level[setting]
    if (!Number.isInteger(value) || (value as number) < low || (value as number) > high) return setting
  }
  return level.name === '' || isName(level.name) ? null : 'name'
}

const isName = (name: string) =>
  [...name].length <= MAX_LEVEL_NAME && /^(?! )( ?[\p{L}\p{M}\p{Nd}\-_.'\u200c\u200d])+$/u.test(name)

/** The canonical text of a valid level. It leaves out settings with their default value. */
export function formatLevel(level: CustomLevel): string {
  const items: string[] = SETTING_NAMES.filter((setting) => level[setting] !== defaultOf(level, setting)).map(
    (setting) => `${setting}=${level[setting]}`,
  )
  if (level.name !== '') items.push(`name=${level.name}`)
  return PREFIX + items.join(',')
}

/** Reads the text of a level, with or without `ai:` before it, or returns what is wrong with it. */
export function parseLevel(text: string): CustomLevel | Problem {
  const trimmed = text.trim().replace(/^ai:/, '')
  if (!trimmed.startsWith(PREFIX) || new TextEncoder().encode(trimmed).length > MAX_BYTES) return 'text'
  const given = new Map<string, string>()
  for (const item of trimmed.slice(PREFIX.length).split(',')) {
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/su.exec(item) ?? []
    if (given.has(key) || (key !== 'name' && !(key in SETTINGS))) return 'text'
    given.set(key, value)
  }
  const level = { name: given.get('name') ?? '' } as CustomLevel
  if (given.has('name') && !isName(level.name)) return 'name'
  for (const setting of SETTING_NAMES) {
    const written = given.get(setting)
    const value = written === undefined ? defaultOf(level, setting) : Number(written)
    if (value === undefined || (written !== undefined && String(value) !== written)) return setting
    level[setting] = value
  }
  return problemOf(level) ?? level
}

const preset = (text: string) => parseLevel(text) as CustomLevel

/**
 * Evaluations that students' programs use, from which a person can start a level. `fives`: +5 for an own open three, +2
 * for an own open two, −4 for an open three of the opponent, 3 for each own disc in the centre. `hundreds`: 100, 10 and 1
 * for open lines, the same for both sides; `basic`: 10 for an own open three or two, −80 for the opponent's open three, 6 for each
 * own disc in the centre, one move ahead.
 */
export const PRESETS = {
  fives: preset('custom:depth=4,open3=5,open2=2,their3=4,their2=0,centre=3,theircentre=0'),
  hundreds: preset('custom:depth=4,open3=100,open2=10,open1=1'),
  basic: preset('custom:depth=1,open3=10,open2=10,their3=80,their2=0,centre=6,theircentre=0'),
}
