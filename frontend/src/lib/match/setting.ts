/** The settings of a match between levels, in the page's address and as a command. */
import type { Params } from '../addresses'
import { gameOf } from '../games'
import { parseLevel } from '../levels/text'
import { sizeOf } from '../setup/variant'
import type { MatchSetting } from './work.svelte'

/** The greatest seed. */
export const MAX_SEED = 999_999_999
/** How many games one can choose. */
export const GAMES = [10, 20, 50, 100, 200, 500, 1000]

export const FIRST_SETTING: MatchSetting = {
  variant: 'connect4:7x6:4',
  levels: ['normal', 'easy'],
  games: 20,
  opening: 2,
  seed: 1,
}

/** The most random turns before a game: after more of them it could be over. LongestOpening in internal/minimax/match. */
export const longestOpening = (variant: string): number => 2 * (sizeOf(variant)?.align ?? 3) - 2

/** A whole number of a text; `usual` if the text has none from `min` to `max`. */
function numberOf(text: string | null, min: number, max: number, usual: number): number {
  const value = /^\d{1,15}$/.test(text ?? '') ? Number(text) : usual
  return value >= min && value <= max ? value : usual
}

/** Reads the query of an address. `levels`: those of the hub. Missing and unknown settings are those of FIRST_SETTING. */
export function readSetting(query: URLSearchParams, levels: readonly string[]): MatchSetting {
  const asked = query.get('variant') ?? ''
  const variant = gameOf(asked) ? asked : FIRST_SETTING.variant
  const games = numberOf(query.get('games'), 2, GAMES.at(-1)!, FIRST_SETTING.games)
  const level = (name: string, usual: string) => {
    const text = query.get(name) ?? ''
    return levels.includes(text) || typeof parseLevel(text) === 'object' ? text : usual
  }
  return {
    variant,
    levels: [level('a', FIRST_SETTING.levels[0]), level('b', FIRST_SETTING.levels[1])],
    games: games + (games % 2),
    opening: numberOf(query.get('opening'), 0, longestOpening(variant), FIRST_SETTING.opening),
    seed: numberOf(query.get('seed'), 0, MAX_SEED, FIRST_SETTING.seed),
  }
}

export const settingParams = ({ variant, levels, games, opening, seed }: MatchSetting): Params => ({
  variant,
  a: levels[0],
  b: levels[1],
  games: String(games),
  opening: String(opening),
  seed: String(seed),
})

/** A word of a command, as a shell reads it. */
export const word = (text: string) =>
  /^[\w:=.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The command that plays the same games in a terminal. */
export const commandOf = ({ variant, levels: [a, b], games, opening, seed }: MatchSetting): string =>
  `quatre-worker match -a ${word(a)} -b ${word(b)} -game ${variant} -n ${games} -opening ${opening} -seed ${seed}`
