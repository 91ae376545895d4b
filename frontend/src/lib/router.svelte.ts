/** The addresses of the page, and moving between them without loading it anew. */

export type Route =
  | { page: 'home' }
  | { page: 'room'; room: string }
  | { page: 'games' }
  | { page: 'replay'; room: string; game: number }
  | { page: 'unknown' }

const ROOM = '([a-z0-9-]{1,64})'

export function routeOf(path: string): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (clean === '/') return { page: 'home' }
  if (clean === '/games') return { page: 'games' }
  const room = new RegExp(`^/r/${ROOM}$`).exec(clean)
  if (room) return { page: 'room', room: room[1]! }
  const replay = new RegExp(`^/games/${ROOM}/([1-9][0-9]{0,5})$`).exec(clean)
  if (replay) return { page: 'replay', room: replay[1]!, game: Number(replay[2]) }
  return { page: 'unknown' }
}

let current = $state.raw<Route>(routeOf(location.pathname))

window.addEventListener('popstate', () => {
  current = routeOf(location.pathname)
})

export const router = {
  get route(): Route {
    return current
  },
  go(path: string): void {
    history.pushState(null, '', path)
    current = routeOf(path)
    scrollTo(0, 0)
  },
}

/** For <a onclick>: follows the link in the page, unless the person wants it in another tab. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  router.go(event.currentTarget.pathname)
}
