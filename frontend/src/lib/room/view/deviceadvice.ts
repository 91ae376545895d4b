/** Hints of this device, for a player whose hint from the hub is late. */
import { movesString } from '../../analysis/line'
import { sortByValue } from '../../analysis/value'
import { gameOf } from '../../games'
import type { Room } from '../room.svelte'
import { analyseOnDevice } from '../../local/analyse'
import { canPlayWithoutDownload } from '../../local/download'

/** How long this device searches for a hint, in milliseconds. */
const WAIT = 250

/** Shows a hint in the position that the room shows. Does nothing if the code that searches would have to be loaded. */
export async function adviseEarly(room: Room, signal: AbortSignal): Promise<void> {
  const { variant, game, moves } = room.state
  const view = gameOf(variant)
  if (!view || !(await canPlayWithoutDownload())) return
  const found = await analyseOnDevice({ variant, moves: movesString(view, moves) }, WAIT, signal)
  signal.throwIfAborted()
  const best = sortByValue(found.moves)[0]
  if (best) room.adviseEarly(game, moves.length, best.move)
}
