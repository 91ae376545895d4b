/**
 * The search for an opponent of this tab. It survives a reload. Pages draw it from here; opponentsearch.svelte.ts, which
 * changes it, is loaded only if there is a search.
 */
import type { PairRequest } from '../protocol/rest'
import { readJson, writeJson } from '../storage'

export interface Search {
  wanted: PairRequest
  /** when it began, in milliseconds of the page's clock */
  since: number
  /** the room that the page shows or goes to; null: the hub has not answered yet */
  room: string | null
}

/** The key under which a tab stores its search, and the age up to which it is used, in milliseconds. */
const KEY = 'quatre.search'
const MAX_AGE = 30 * 60_000

/** The stored search, if the page shows its room; null otherwise: the search is over. */
function stored(): Search | null {
  const search = readJson(KEY, 'sessionStorage') as Search | null
  const here = search?.room && location.pathname === `/r/${search.room}`
  return here && Date.now() - search.since < MAX_AGE ? search : null
}

let latest = stored()
let shown = $state.raw(latest)

export const searchStore = {
  /** the search; null: none. Reactive. A component that is being destroyed sees an old one. */
  get search(): Search | null {
    return shown
  },
  /** the latest search, for code that decides */
  get latest(): Search | null {
    return latest
  },
  set(search: Search | null): void {
    latest = shown = search
    writeJson(KEY, search, 'sessionStorage')
  },
}
