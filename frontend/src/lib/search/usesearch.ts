import { onMount } from 'svelte'
import type { Room } from '../room/room.svelte'
import { searchStore } from './store.svelte'

/** Connects the room with the search of this tab, if there is one. Call it during the setup of the room's component. */
export function useSearch(room: Room): void {
  if (searchStore.search === null) return
  onMount(() => {
    const leave = import('./reportroom.svelte').then(
      ({ reportRoom }) => reportRoom(room),
      () => searchStore.set(null),
    )
    return () => void leave.then((stop) => stop?.())
  })
}
