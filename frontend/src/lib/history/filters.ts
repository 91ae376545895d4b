/** Which finished games are listed: kept in the address, so that a list can be shared and the back button works. */
import type { GamesQuery } from '../protocol/rest'

export interface Filters {
  of: 'me' | 'all'
  /** a family or a variant; '' is any */
  game: string
  result: '' | 'won' | 'lost' | 'drawn' | 'decided'
  opponent: '' | 'human' | 'ai'
}

/** Who has won matters in one's own games; in those of all, that somebody has. */
export const RESULTS = {
  me: ['', 'won', 'lost', 'drawn'],
  all: ['', 'decided', 'drawn'],
} as const

export const OPPONENTS = ['', 'human', 'ai'] as const

const GAME = /^[a-z0-9:]{1,40}$/

/** The filters that an address names; what it names wrongly does not filter. */
export function filtersOf(query: URLSearchParams): Filters {
  const pick = <T extends string>(name: string, known: readonly T[]): T | '' =>
    known.find((value) => value === query.get(name)) ?? ''
  const of = query.get('of') === 'all' ? 'all' : 'me'
  const game = query.get('game') ?? ''
  return {
    of,
    game: GAME.test(game) ? game : '',
    result: pick(
      'result',
      of === 'me' ? (['won', 'lost', 'drawn', 'decided'] as const) : (['drawn', 'decided'] as const),
    ),
    opponent: pick('opponent', OPPONENTS),
  }
}

/** The same filters for all games as for mine, as far as they have a meaning there, and back. */
export function turnedTo(of: Filters['of'], filters: Filters): Filters {
  const { result } = filters
  const decided = result === 'won' || result === 'lost'
  if (of === 'all') return { ...filters, of, result: decided ? 'decided' : result }
  return { ...filters, of, result: result === 'decided' ? '' : result }
}

/** What the address says of these filters: only what differs from the first view of the page. */
export const inAddress = ({ of, game, result, opponent }: Filters): Record<string, string> => ({
  of: of === 'me' ? '' : of,
  game,
  result,
  opponent,
})

export const inQuery = ({ of, game, result, opponent }: Filters): GamesQuery => ({
  of,
  game: game || undefined,
  result: result || undefined,
  opponent: opponent || undefined,
})

export const filtering = ({ game, result, opponent }: Filters): boolean =>
  game !== '' || result !== '' || opponent !== ''
