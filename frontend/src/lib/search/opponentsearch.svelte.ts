/**
 * The search for an opponent of this tab: it executes the effects of pairing.ts. A search outlives the page that started
 * it, because it goes from room to room, and survives a reload.
 */
import { Failure } from '../protocol/failure'
import { requestPairing } from '../protocol/rest'
import { router } from '../router.svelte'
import {
  beginSearch,
  nextTick,
  beginJoining,
  stepSearch,
  type SearchEvent,
  type RoomSnapshot,
  type Step,
  type SearchRequest,
} from './pairing'
import { searchStore } from './store.svelte'

/** why the last search was refused; null: it was not refused */
let failure = $state.raw<Failure | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined
/** the number of the search; answers to earlier searches are ignored */
let serial = 0
/** takes the seat in the room that is shown */
let takeSeat: (() => void) | null = null

function applyStep(next: Step): void {
  searchStore.set(next.search)
  for (const effect of next.effects) {
    if (effect.do === 'ask') void ask()
    else if (effect.do === 'sit') takeSeat?.()
    else router.go(`/r/${effect.room}`)
  }
  scheduleTick()
}

function scheduleTick(): void {
  clearTimeout(timer)
  const { latest } = searchStore
  const at = latest && nextTick(latest)
  if (at !== null) timer = setTimeout(() => dispatch({ t: 'tick' }), Math.max(0, at - Date.now()))
}

function dispatch(event: SearchEvent): void {
  const { latest } = searchStore
  if (latest !== null) applyStep(stepSearch(latest, event, Date.now()))
}

async function ask(): Promise<void> {
  const own = serial
  const { id, variant, name, colour } = searchStore.latest!.wanted
  try {
    const answer = await requestPairing({ id: id!, variant, name, colour })
    if (own === serial) dispatch({ t: 'answered', ...answer })
  } catch (refused) {
    if (own !== serial) return
    if (refused instanceof Failure && !refused.retry) {
      failure = refused
      opponentSearch.stop()
    } else dispatch({ t: 'unanswered' })
  }
}

export const opponentSearch = {
  get failure(): Failure | null {
    return failure
  },
  /** Starts quick pairing. Replaces another search. */
  start(wanted: SearchRequest & { id: string }): void {
    serial++
    failure = null
    applyStep(beginSearch(wanted, Date.now()))
  },
  /** Goes to a room of the lobby and takes the seat, if it is still free. */
  join(room: string): void {
    serial++
    failure = null
    applyStep(beginJoining(room, Date.now()))
  },
  /** Reports the state of the room that the page shows. `onsit` takes the seat there. */
  roomSeen(room: string, snapshot: RoomSnapshot, onsit: () => void): void {
    takeSeat = onsit
    dispatch({ t: 'seen', room, ...snapshot })
  },
  /** The page no longer shows this room: the search is over, unless it has gone on to another room. */
  roomLeft(room: string): void {
    if (searchStore.latest?.room === room) opponentSearch.stop()
  },
  /** The person left the page that started the search: it is over, unless it has found a room. */
  startPageLeft(): void {
    if (searchStore.latest?.room === null) opponentSearch.stop()
  },
  stop(): void {
    serial++
    applyStep({ search: null, effects: [] })
  },
}
scheduleTick()
