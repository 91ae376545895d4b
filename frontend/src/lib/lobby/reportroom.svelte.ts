/** What a room's page does for the search that may have led there, or waits there. */
import { untrack } from 'svelte'
import { choices } from '../choices.svelte'
import { cleanName } from '../protocol/tohub'
import type { Room } from '../room/room.svelte'
import { mySeat } from '../room/view'
import type { Sight } from './pairing'
import { seeker } from './opponentsearch.svelte'

/** Tells the search what the room's page sees, until the function that it returns is called. */
export function searching(room: Room): () => void {
  return $effect.root(() => {
    const phase = $derived<Sight['phase']>(room.state.link === 'gone' ? 'gone' : room.state.phase)
    const seated = $derived(mySeat(room.state) !== null)
    $effect(() => {
      const sight = { phase, seated }
      const sit = () => room.send({ t: 'sit', name: cleanName(choices.name) || undefined })
      untrack(() => seeker.seen(room.id, sight, sit))
    })
  })
}
