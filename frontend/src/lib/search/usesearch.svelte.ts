import type { Room } from '../room/room.svelte'
import { searchStore } from './store.svelte'

/** Connects the room with the search of this tab, if there is one. Call it during the setup of the room's component. */
export function useSearch(room: Room): void {
  if (searchStore.search === null) return
  const loading = import('./opponentsearch.svelte').then(
    ({ opponentSearch }) => opponentSearch,
    () => searchStore.set(null),
  )
  $effect(() => {
    const { state } = room
    void loading.then((search) => search?.roomSeen(room.id, state))
  })
  $effect(() => () => void loading.then((search) => search?.left(room.id)))
}
