/** Which page is shown, and navigation between pages without a reload. */
import { untrack } from 'svelte'
import { routeOf, trimLink, type Params, type Route } from './addresses'
import { shell } from './shell/state.svelte'

export type { Route } from './addresses'

let current = $state.raw<Route>(routeOf(location.pathname))
let query = $state.raw(location.search)

/** The parameters of pages that always show the same. */
const FIXED: Partial<Record<Route['page'], Params>> = {
  home: { play: 'ai' },
  lobby: {},
  lessons: {},
  rules: {},
}

/** The delay of `settle`, in milliseconds. */
const SETTLE_DELAY = 400

function readLocation(): void {
  current = routeOf(location.pathname)
  query = location.search
  shell.address = null
  router.shows(FIXED[current.page])
}

window.addEventListener('popstate', readLocation)

export const router = {
  get route(): Route {
    return current
  },
  /**
   * The query of the address. Pages keep their parameters there, so that links include them. The name of a custom level
   * may end with a full stop.
   */
  get query(): URLSearchParams {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- created at each change, never modified
    return new URLSearchParams(query.includes('custom') ? query : trimLink(query))
  },
  /** A page tells what it shows of the address that it has read, as parameters. */
  shows(params: Params | undefined): void {
    if (params) shell.address = { asked: untrack(() => router.query), shown: params }
  },
  /** Goes to an address, which may have a query. */
  go(address: string): void {
    history.pushState(null, '', address)
    readLocation()
    scrollTo(0, 0)
  },
  /** Replaces the query of the address, on the same page. `addToHistory`: the back button undoes it. */
  setQuery(params: Params, addToHistory = true): void {
    const kept = Object.entries(params).filter((pair): pair is [string, string] => !!pair[1])
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only to format a string
    const search = new URLSearchParams(kept).toString()
    const address = location.pathname + (search && `?${search}`)
    if (address === location.pathname + location.search) return
    if (addToHistory) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    query = location.search
  },
  /**
   * For an effect: replaces the query without history after a while, as browsers limit how often a page may change its
   * address. Returns a function that gives up.
   */
  settle(params: Params): () => void {
    const timer = setTimeout(() => router.setQuery(params, false), SETTLE_DELAY)
    return () => clearTimeout(timer)
  },
  /** Changes the path in the address bar without changing the page. */
  setPath(path: string): void {
    history.replaceState(null, '', path + location.search)
  },
}

readLocation()

/** For <a onclick>: follows the link without a reload, unless the person wants another tab. */
export function followLink(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { pathname, search } = event.currentTarget
  router.go(pathname + search)
}
