/**
 * The search for an opponent of this tab (quick pairing). It outlives the page that started it, because it goes from room
 * to room, and survives a reload.
 *
 * - It asks the hub at once, and then every ASK_EVERY while the player waits in the player's own room. It always uses the
 *   same ID, so that no answer opens a second room.
 * - If the hub names another player's room, the page goes there and takes the seat. It does not ask meanwhile: the hub
 *   might name a second room. If somebody else was faster, it asks again at once.
 * - It ends when a game begins, the player's own room closes, or the player cancels.
 */
import { Failure } from '../protocol/failure'
import { requestPairing, type PairRequest } from '../protocol/rest'
import type { RoomState } from '../room/state'
import { mySeat } from '../room/view'
import { router } from '../router.svelte'
import { searchStore } from './store.svelte'

/** In milliseconds. */
const ASK_EVERY = 3000

/** why the last search was refused; null: it was not refused */
let failure = $state.raw<Failure | null>(null)
/** whether a question has no answer yet, or is to be asked at the end of the timer */
let asking = false
let timer: ReturnType<typeof setTimeout> | undefined

function askLater(): void {
  asking = true
  timer = setTimeout(() => void ask(), ASK_EVERY)
}

async function ask(): Promise<void> {
  asking = true
  const { wanted } = searchStore.latest!
  const isOver = () => searchStore.latest?.wanted.id !== wanted.id
  try {
    const { room, seat } = await requestPairing(wanted)
    if (isOver()) return
    asking = false
    const search = searchStore.latest!
    if (room === search.room) return askLater()
    searchStore.set({ ...search, room })
    router.go(seat === 'open' ? `/r/${room}?sit` : `/r/${room}`)
  } catch (refused) {
    if (isOver()) return
    if (!(refused instanceof Failure) || refused.retry) return askLater()
    failure = refused
    opponentSearch.stop()
  }
}

export const opponentSearch = {
  get failure(): Failure | null {
    return failure
  },
  /** Starts quick pairing. Replaces another search. */
  start(wanted: PairRequest): void {
    opponentSearch.stop()
    failure = null
    searchStore.set({ wanted, since: Date.now(), room: null })
    void ask()
  },
  /** Reports the state of the room that the page shows. */
  roomSeen(room: string, state: RoomState): void {
    if (searchStore.latest?.room !== room) return
    const seated = mySeat(state) !== null
    const waits = state.link !== 'gone' && (state.phase === 'loading' || state.phase === 'waiting')
    if (!waits && seated) opponentSearch.stop()
    else if (!waits && !asking) void ask()
    else if (seated && !asking) askLater()
  },
  /** The person has left the page of a room, or the page that started the search (null): it is over, unless it has gone on. */
  left(room: string | null): void {
    if (searchStore.latest?.room === room) opponentSearch.stop()
  },
  stop(): void {
    clearTimeout(timer)
    asking = false
    searchStore.set(null)
  },
}
