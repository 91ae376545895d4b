/** The settings of Q-learning, in the page's address and as a command. */
import type { Params } from '../addresses'

export interface LearnSetting {
  game: string
  rate: number
  discount: number
  explore: number
  episodes: number
  seed: number
}

/** What it has learned until now, for the levels of LEVELS: see Measurement in internal/local. */
export interface Measurement {
  episodes: number
  positions: number
  points: readonly (readonly [share: number, low: number, high: number])[]
  done: boolean
}

export const GAMES = [
  'tictactoe',
  'force3',
  'force3:fair',
  'force3:placed',
  'force3:placed:fair',
  'force3:report',
]
export const EPISODES = [1000, 2000, 5000, 10_000, 20_000, 50_000]
/** against whom it is measured, and in how many games */
export const LEVELS = ['random', 'perfect'] as const
export const MEASURED = 40

/** The numbers that a person sets, from their least to their greatest value. */
export const RANGES = {
  rate: [0.01, 1],
  discount: [0.01, 1],
  explore: [0, 1],
  seed: [0, 999_999_999],
} as const

export const FIRST_SETTING: LearnSetting = {
  game: 'tictactoe',
  rate: 0.3,
  discount: 0.95,
  explore: 0.3,
  episodes: 20_000,
  seed: 1,
}

/** How many episodes there are from one measurement to the next: 50 measurements, but at least 100 episodes. */
export const everyOf = ({ episodes }: LearnSetting): number => Math.max(100, episodes / 50)

export const isValid = (setting: LearnSetting): boolean =>
  Object.entries(RANGES).every(([name, [least, most]]) => {
    const value: unknown = setting[name as keyof typeof RANGES]
    return typeof value === 'number' && value >= least && value <= most
  }) && Number.isInteger(setting.seed)

/** Reads the query of an address. Missing and impossible settings are those of FIRST_SETTING. */
export function readSetting(query: URLSearchParams): LearnSetting {
  const number = (name: keyof typeof RANGES): number => {
    const text = query.get(name)
    const value = text?.trim() ? Number(text) : NaN
    return isValid({ ...FIRST_SETTING, [name]: value }) ? value : FIRST_SETTING[name]
  }
  const game = query.get('game') ?? ''
  const episodes = Number(query.get('episodes'))
  return {
    game: GAMES.includes(game) ? game : FIRST_SETTING.game,
    rate: number('rate'),
    discount: number('discount'),
    explore: number('explore'),
    episodes: EPISODES.includes(episodes) ? episodes : FIRST_SETTING.episodes,
    seed: number('seed'),
  }
}

export const settingParams = (setting: LearnSetting): Params =>
  Object.fromEntries(Object.entries(setting).map(([name, value]) => [name, String(value)]))

/** The command that learns the same in a terminal, and keeps it. */
export const commandOf = (setting: LearnSetting): string =>
  `quatre-worker learn -game ${setting.game} -rate ${setting.rate} -discount ${setting.discount} -explore ${setting.explore}` +
  ` -episodes ${setting.episodes} -every ${everyOf(setting)} -n ${MEASURED} -seed ${setting.seed} -out q.json`
