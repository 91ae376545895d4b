/**
 * The addresses of the pages, as regular expressions. The build also writes them to dist/pages.json, for the hub: it
 * answers any other path with the status 404. So the patterns must mean the same in JavaScript and in Go.
 */
const ROOM = '(?<room>[a-z0-9-]{1,64})'

export const addresses = {
  home: '^/$',
  room: `^/r/${ROOM}$`,
  lobby: '^/lobby$',
  games: '^/games$',
  replay: `^/games/${ROOM}/(?<game>[1-9][0-9]{0,5})$`,
  stats: '^/stats$',
  analysis: '^/analysis$',
  inside: '^/inside$',
  puzzle: '^/puzzle$',
  rules: '^/rules/(?<family>connect4|tictactoe|force3)$',
}

export type PageName = keyof typeof addresses

/** What a path shows: a page, and the parameters in the path. */
export interface Route {
  page: PageName | 'unknown'
  params: Readonly<Record<string, string>>
}

export function routeOf(path: string): Route {
  const clean = path.replace(/(.)\/+$/, '$1')
  for (const [page, pattern] of Object.entries(addresses)) {
    const found = new RegExp(pattern).exec(clean)
    if (found) return { page: page as PageName, params: { ...found.groups } }
  }
  return { page: 'unknown', params: {} }
}
