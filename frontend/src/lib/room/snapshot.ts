/**
 * Restores a room from a snapshot instead of the entries before it. A snapshot does not contain emotes, the last news, and
 * moves of a seat to another device. The restored room is as if these had never happened.
 */
import type { Snapshot } from '../protocol/messages'
import type { RoomState } from './state'

/** `state` is a room without entries. */
export function restore(state: RoomState, snapshot: Snapshot): RoomState {
  const { turn_at, end_at, reason, offer, ...same } = snapshot
  return {
    ...state,
    ...same,
    closed: reason ?? null,
    settled: same.moves.length,
    knownUpTo: same.n,
    turnAt: turn_at,
    endAt: end_at,
    offers: {
      draw: offer?.offer === 'draw' ? offer.seat : null,
      takeback: offer?.offer === 'takeback' ? offer.seat : null,
    },
  }
}
