/** What a room's page does for the search that may have led there, or waits there. Called once, while the page is set up. */
import { untrack } from 'svelte'
import { choices } from '../choices.svelte'
import { cleanName } from '../protocol/tohub'
import type { Room } from '../room/room.svelte'
import { mySeat } from '../room/view'
import type { Sight } from './pairing'
import { seeker } from './seeker.svelte'

export function searching(room: Room): void {
  const phase = $derived<Sight['phase']>(room.state.link === 'gone' ? 'gone' : room.state.phase)
  const seated = $derived(mySeat(room.state) !== null)
  $effect(() => {
    const sight = { phase, seated }
    const sit = () => room.wish({ t: 'sit', name: cleanName(choices.name) || undefined })
    untrack(() => seeker.seen(room.id, sight, sit))
  })
  $effect(() => () => seeker.left(room.id))
}
