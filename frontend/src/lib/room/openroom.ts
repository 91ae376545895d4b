/** Opening a room: asked again with the same id until it is answered, so that no tap opens two. */
import { about } from '../about.svelte'
import { choices } from '../choices.svelte'
import { createRoom, Failure } from '../protocol/rest'
import { newId } from '../protocol/tohub'
import { createOf, type Way } from '../setup/request'

/** Waits between tries, in milliseconds; the last one is the longest, and the tries end with it. */
const WAITS = [300, 600, 1200, 2500, 5000, 5000]

/**
 * Opens a room as it is chosen and gives its id. `onwait` is called when the hub does not answer at once. Throws a Failure when
 * the hub refuses, or has not answered the last try.
 */
export async function openRoom(way: Way, onwait: () => void): Promise<string> {
  const create = createOf(choices, way, newId(), about.now.variants)
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
