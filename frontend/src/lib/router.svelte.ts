/** The addresses of the page, and moving between them without loading it anew. */
import type { Family } from './games'

export type Route =
  | { page: 'home' }
  | { page: 'room'; room: string }
  | { page: 'lobby' }
  | { page: 'games' }
  | { page: 'stats' }
  | { page: 'analysis' }
  | { page: 'replay'; room: string; game: number }
  | { page: 'rules'; family: Family }
  | { page: 'unknown' }

const ROOM = '([a-z0-9-]{1,64})'

export function routeOf(path: string): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (clean === '/') return { page: 'home' }
  if (clean === '/lobby') return { page: 'lobby' }
  if (clean === '/games') return { page: 'games' }
  if (clean === '/stats') return { page: 'stats' }
  if (clean === '/analysis') return { page: 'analysis' }
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

function look(): void {
  current = routeOf(location.pathname)
  query = location.search
}

window.addEventListener('popstate', look)

export const router = {
  get route(): Route {
    return current
  },
  /** What follows the path in the address: the choices that a page keeps there, so that a link carries them. */
  get query(): URLSearchParams {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew at each change, and never written to
    return new URLSearchParams(query)
  },
  /** Goes to an address of the page, which may have a query. */
  go(address: string): void {
    history.pushState(null, '', address)
    look()
    scrollTo(0, 0)
  },
  /** Writes other choices into the address, on the same page. `step`: the back button undoes it. */
  choose(choices: Record<string, string | undefined>, step = true): void {
    const kept = Object.entries(choices).filter((pair): pair is [string, string] => !!pair[1])
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only for its way of writing
    const search = new URLSearchParams(kept).toString()
    const address = location.pathname + (search && `?${search}`)
    if (address === location.pathname + location.search) return
    if (step) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    look()
  },
}

/** For <a onclick>: follows the link in the page, unless the person wants it in another tab. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  router.go(pathname + search)
}
