/** The filters of the list of games. They are in the address, so that links and the back button work. */
import { about } from '../about.svelte'
import { FAMILIES, gameOf } from '../games'
import { parseLevel } from '../levels/text'
import type { GamesQuery } from '../protocol/rest'

/** An empty filter does not filter. */
export type Filters = Required<GamesQuery>

/** The results to filter by. Only a player's own games can be filtered by `won` and `lost`. */
export const RESULTS = {
  me: ['', 'won', 'lost', 'drawn'],
  all: ['', 'decided', 'drawn'],
} as const

export const OPPONENTS = ['', 'human', 'ai'] as const

const isFamily = (game: string) => (FAMILIES as readonly string[]).includes(game)
const isLevel = (opponent: string): opponent is `ai:${string}` =>
  about.now.levels.some((level) => opponent === `ai:${level}`) ||
  (opponent.startsWith('ai:') && typeof parseLevel(opponent) === 'object')

/** Reads the filters from an address. Invalid values do not filter. */
export function readFilters(query: URLSearchParams): Filters {
  const pick = <T extends string>(name: string, known: readonly T[]): T | '' =>
    known.find((value) => value === query.get(name)) ?? ''
  const of = query.get('of') === 'all' ? 'all' : 'me'
  const game = query.get('game') ?? ''
  const opponent = query.get('opponent') ?? ''
  return {
    of,
    game: isFamily(game) || gameOf(game) ? game : '',
    // A link may filter a player's own games by `decided`.
    result: pick('result', [...RESULTS[of], 'decided']),
    opponent: isLevel(opponent) ? opponent : pick('opponent', OPPONENTS),
  }
}

/** Switches between the player's games and all games, and keeps the filters as far as possible. */
export function switchOwner(of: Filters['of'], filters: Filters): Filters {
  const { result } = filters
  const decided = result === 'won' || result === 'lost'
  if (of === 'all') return { ...filters, of, result: decided ? 'decided' : result }
  return { ...filters, of, result: result === 'decided' ? '' : result }
}

/** The query parameters for these filters; defaults are empty. */
export const toAddressQuery = (filters: Filters): Record<string, string> => ({
  ...filters,
  of: filters.of === 'me' ? '' : filters.of,
})

export const isFiltering = ({ game, result, opponent }: Filters): boolean =>
  game !== '' || result !== '' || opponent !== ''
