/** Connects the page of a room with the search for an opponent. */
import { untrack } from 'svelte'
import { choices } from '../setup/choices.svelte'
import { cleanName } from '../setup/nickname'
import type { Room } from '../room/room.svelte'
import { mySeat } from '../room/view'
import type { RoomSnapshot } from './pairing'
import { opponentSearch } from './opponentsearch.svelte'

/** Reports the room's state to the search until the returned function is called: the page has left the room. */
export function reportRoom(room: Room): () => void {
  const stop = $effect.root(() => {
    const phase = $derived<RoomSnapshot['phase']>(room.state.link === 'gone' ? 'gone' : room.state.phase)
    const seated = $derived(mySeat(room.state) !== null)
    $effect(() => {
      const snapshot = { phase, seated }
      const sit = () => void room.takeSeat({ t: 'sit', name: cleanName(choices.name) || undefined })
      untrack(() => opponentSearch.roomSeen(room.id, snapshot, sit))
    })
  })
  return () => {
    stop()
    opponentSearch.roomLeft(room.id)
  }
}
