/** Which page is shown, and navigation between pages without a reload. */
import { routeOf, type Route } from './addresses'

export type { Route } from './addresses'

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
