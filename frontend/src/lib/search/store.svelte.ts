/**
 * Whether this tab searches for an opponent. Most visits to a room have no search: they load only this small module. The
 * search itself (opponentsearch.svelte.ts) is loaded if there is one.
 */
import type { Room } from '../room/room.svelte'

/** The key under which a tab stores its search. */
export const SEARCH_KEY = 'quatre.search'

/** What this module uses of the search. */
interface SearchHandle {
  readonly search: unknown
  waitsIn(room: string): boolean
  roomLeft(room: string): void
}

let opponentSearch = $state.raw<SearchHandle | null>(null)
/** whether the search is being loaded after a reload */
let resuming = $state(false)

/** The search calls this when it is loaded. */
export function registerSearch(handle: SearchHandle): void {
  opponentSearch = handle
}

/** Whether the player waits in this room for an opponent of quick pairing. */
export const waitsIn = (room: string): boolean => opponentSearch?.waitsIn(room) ?? resuming

export function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Connects the room with the search of this tab, if there is one. Call it during the setup of the room's component. */
export function joinTabSearch(room: Room): void {
  if (!(opponentSearch ? opponentSearch.search : storage()?.getItem(SEARCH_KEY))) return
  resuming = opponentSearch === null
  let stop: (() => void) | undefined
  let destroyed = false
  import('./reportroom.svelte').then(
    ({ reportRoom }) => {
      if (!destroyed) stop = reportRoom(room)
    },
    () => (resuming = false),
  )
  $effect(() => () => {
    destroyed = true
    stop?.()
    opponentSearch?.roomLeft(room.id)
  })
}
