/** Asks for what the AI thought in a game: the hub, or this device for a room of its own. */
import { isOnDevice } from '../local/address'
import { request } from '../protocol/rest'
import type { MoveThought } from '../protocol/thoughts'

/** The least time between two requests, in milliseconds. Two AIs may move much faster. */
export const INTERVAL = 1200

/** the requests that have no answer yet, by room and game: a line and a dialog may ask at the same time */
const pending = new Map<string, Promise<MoveThought[]>>()

/** `room`: the room's ID or public name. Rejects with a Failure if the hub refuses or does not answer. */
export function loadThoughts(room: string, number: number): Promise<MoveThought[]> {
  const path = `/games/${encodeURIComponent(room)}/${number}/thoughts`
  const asked = pending.get(path) ?? ask(room, number, path).finally(() => pending.delete(path))
  pending.set(path, asked)
  return asked
}

async function ask(room: string, number: number, path: string): Promise<MoveThought[]> {
  if (isOnDevice(room)) return (await import('../local/socket')).thoughts(room, number)
  return (await request<{ thoughts: MoveThought[] }>(path)).thoughts
}
