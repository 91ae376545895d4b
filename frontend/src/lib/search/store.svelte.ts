/**
 * The search for an opponent of this tab. It survives a reload. Pages draw it from here; opponentsearch.svelte.ts, which
 * changes it, is loaded only if there is a search.
 */
import { readJson, writeJson } from '../storage'
import type { Search } from './pairing'
import { readSearch } from './saved'

/** The key under which a tab stores its search. */
const KEY = 'quatre.search'

/** The stored search, if the page shows its room; null otherwise: the search is over. */
function stored(): Search | null {
  const search = readSearch(readJson(KEY, 'sessionStorage'))
  return search !== null && location.pathname === `/r/${search.room}` ? search : null
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
  /** Whether the player waits in this room for an opponent of quick pairing. */
  waitsIn: (room: string): boolean => shown !== null && shown.wanted.id !== null && shown.room === room,
}
