/** Opening a room: asked again with the same id until it is answered, so that no tap opens two. */
import { choices } from '../choices.svelte'
import { DEFAULT_VARIANT } from '../games'
import { createRoom, Failure, type Create } from '../protocol/rest'
import { cleanName, newId } from '../protocol/tohub'

/** Waits between tries, in milliseconds; the last one is the longest, and the tries end with it. */
const WAITS = [300, 600, 1200, 2500, 5000, 5000]

/** The id of the new room. `onwait` is called when the hub does not answer at once. */
export async function openRoom(opponent: 'human' | `ai:${string}`, onwait: () => void): Promise<string> {
  const create: Create = {
    id: newId(),
    variant: DEFAULT_VARIANT,
    opponent,
    starter: choices.starter,
    colour: choices.colour,
    name: cleanName(choices.name) || undefined,
  }
  for (const wait of WAITS) {
    try {
      return (await createRoom(create)).room
    } catch (failure) {
      if (!(failure instanceof Failure) || !failure.retry) throw failure
      onwait()
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return (await createRoom(create)).room
}
