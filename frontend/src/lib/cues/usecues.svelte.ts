/** Plays the cues of a room while its page exists. The player (cueplayer.ts) is loaded after the board. */
import { roomDrawn } from '../room/firstpaint'
import type { Room } from '../room/room.svelte'

/** Call it during the setup of the room's component. */
export function useCues(room: Room): void {
  const player = roomDrawn
    .then(() => import('./cueplayer'))
    .then(
      ({ CuePlayer }) => new CuePlayer(room.id, () => room.now()),
      () => null,
    )
  $effect(() => {
    const { state } = room
    void player.then((cuePlayer) => cuePlayer?.update(state))
  })
  $effect(() => () => void player.then((cuePlayer) => cuePlayer?.stop()))
}
