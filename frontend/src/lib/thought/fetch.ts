/** Where the page asks how the AI came to its moves: at the hub, or on this device for a room of its own. */
import { isOnDevice } from '../local/address'
import { request } from '../protocol/rest'
import type { MoveThought } from '../protocol/thoughts'

/** Returns the thoughts of the AI in a game, in the order of its moves. */
export async function fetchThoughts(room: string, game: number): Promise<MoveThought[]> {
  if (isOnDevice(room)) return (await import('../local/socket')).thoughts(room, game)
  const path = `/games/${encodeURIComponent(room)}/${game}/thoughts`
  return (await request<{ thoughts: MoveThought[] }>(path)).thoughts
}
