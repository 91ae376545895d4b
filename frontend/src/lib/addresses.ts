/**
 * The addresses of the pages, as regular expressions. The build also writes them to dist/pages.json, for the hub: it
 * answers any other path with the status 404. So the patterns must mean the same in JavaScript and in Go.
 */
const ROOM = '(?<room>[a-z0-9-]{1,64})'

export const addresses = {
  home: '^/$',
  room: `^/r/${ROOM}$`,
  lobby: '^/(?<what>lobby|wall|class)$',
  games: '^/games$',
  replay: `^/games/${ROOM}/(?<game>[1-9][0-9]{0,5})$`,
  stats: '^/stats$',
  analysis: '^/analysis$',
  inside: '^/(?<what>match|learn|inside(?:/(?:minimax|pruning|horizon))?)$',
  puzzle: '^/puzzle$',
  lessons: '^/lessons(?:/(?<lesson>[a-z]{3,8}))?$',
  puzzles: '^/puzzles$',
  play: '^/play$',
  perfect: '^/perfect$',
  rules: '^/rules/(?<family>connect4|tictactoe|force3)$',
}

export type PageName = keyof typeof addresses

/** What a path shows: a page, and the parameters in the path. */
export interface Route {
  page: PageName | 'unknown'
  params: Readonly<Record<string, string>>
}

/** A path or a query without what the text around a link has added, such as a full stop: TrimLink in internal/room. */
export const trimLink = (text: string): string =>
  text.replace(/(?:&[a-z]+;|%(?:2[0-9ac-f]|[013-9a-f][0-9a-f])?|[^a-z0-9%-])+$/i, '')

/** The parameters of an address. */
export type Params = Readonly<Record<string, string | undefined>>

export function routeOf(path: string): Route {
  const clean = trimLink(path) || '/'
  for (const [page, pattern] of Object.entries(addresses)) {
    const found = new RegExp(pattern).exec(clean)
    if (found) return { page: page as PageName, params: { ...found.groups } }
  }
  return { page: 'unknown', params: {} }
}
