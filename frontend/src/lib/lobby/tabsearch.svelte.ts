/**
 * Whether this tab searches for somebody to play. Most rooms are come to by a link, and know of no search: they load this
 * alone, and the search itself (seeker.svelte.ts) only where there is one.
 */
import type { Room } from '../room/room.svelte'

/** Where a tab keeps its search over a reload. */
export const KEY = 'quatre.search'

/** As much of the search as is known here. */
interface Seeker {
  readonly search: unknown
  waitsIn(room: string): boolean
  left(room: string): void
}

let seeker = $state.raw<Seeker | null>(null)
/** it was left waiting before a reload, and is on its way */
let resuming = $state(false)

/** The search tells that it is loaded. */
export function loaded(one: Seeker): void {
  seeker = one
}

/** Whether the person waits in this room for anyone. */
export const waitsIn = (room: string): boolean => seeker?.waitsIn(room) ?? resuming

export function storage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Takes part in the search that is on, if there is one. To be called while the room's component is set up. */
export function sought(room: Room): void {
  if (!(seeker ? seeker.search : storage()?.getItem(KEY))) return
  resuming = seeker === null
  let stop: (() => void) | undefined
  let gone = false
  import('./reportroom.svelte').then(
    ({ searching }) => {
      if (!gone) stop = searching(room)
    },
    () => (resuming = false),
  )
  $effect(() => () => {
    gone = true
    stop?.()
    seeker?.left(room.id)
  })
}
