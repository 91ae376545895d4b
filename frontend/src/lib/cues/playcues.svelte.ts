/** Has a room attended (attend.ts) for as long as its page is there. The attendant comes after the board: it can wait. */
import type { Room } from '../room/room.svelte'

/** To be called while the room's component is set up. */
export function attending(room: Room): void {
  const attendant = import('./cueplayer').then(
    ({ Attendant }) => new Attendant(room.id, () => room.now()),
    () => null,
  )
  $effect(() => {
    const { state } = room
    void attendant.then((a) => a?.hear(state))
  })
  $effect(() => () => void attendant.then((a) => a?.leave()))
}
