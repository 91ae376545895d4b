/** The routes of the page, and navigation between them without a reload. */
import type { Family } from './games'

export type Route =
  | { page: 'home' }
  | { page: 'room'; room: string }
  | { page: 'lobby' }
  | { page: 'games' }
  | { page: 'stats' }
  | { page: 'analysis' }
  | { page: 'inside' }
  | { page: 'replay'; room: string; game: number }
  | { page: 'rules'; family: Family }
  | { page: 'unknown' }

/** The pages whose address is their name, without parameters. */
const PLAIN = ['lobby', 'games', 'stats', 'analysis', 'inside'] as const
const ROOM = '([a-z0-9-]{1,64})'

export function routeOf(path: string): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (clean === '/') return { page: 'home' }
  const plain = PLAIN.find((page) => clean === `/${page}`)
  if (plain) return { page: plain }
  const room = new RegExp(`^/r/${ROOM}$`).exec(clean)
  if (room) return { page: 'room', room: room[1]! }
  const replay = new RegExp(`^/games/${ROOM}/([1-9][0-9]{0,5})$`).exec(clean)
  if (replay) return { page: 'replay', room: replay[1]!, game: Number(replay[2]) }
  const rules = /^\/rules\/(connect4|tictactoe|force3)$/.exec(clean)
  if (rules) return { page: 'rules', family: rules[1] as Family }
  return { page: 'unknown' }
}

let current = $state.raw<Route>(routeOf(location.pathname))
let query = $state.raw(location.search)

function readLocation(): void {
  current = routeOf(location.pathname)
  query = location.search
}

window.addEventListener('popstate', readLocation)

export const router = {
  get route(): Route {
    return current
  },
  /** The query of the address. Pages keep their parameters there, so that links include them. */
  get query(): URLSearchParams {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- created at each change, never modified
    return new URLSearchParams(query)
  },
  /** Goes to an address, which may have a query. */
  go(address: string): void {
    history.pushState(null, '', address)
    readLocation()
    scrollTo(0, 0)
  },
  /** Replaces the query of the address, on the same page. `addToHistory`: the back button undoes it. */
  setQuery(params: Record<string, string | undefined>, addToHistory = true): void {
    const kept = Object.entries(params).filter((pair): pair is [string, string] => !!pair[1])
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only to format a string
    const search = new URLSearchParams(kept).toString()
    const address = location.pathname + (search && `?${search}`)
    if (address === location.pathname + location.search) return
    if (addToHistory) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    query = location.search
  },
  /** Changes the path in the address bar without changing the page. */
  setPath(path: string): void {
    history.replaceState(null, '', path + location.search)
  },
}

/** For <a onclick>: follows the link without a reload, unless the person wants another tab. */
export function followLink(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  router.go(pathname + search)
}
