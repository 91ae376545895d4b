/**
 * Takes over a snapshot of the room in place of the entries before it. What a snapshot does not tell is as in a room where
 * it never happened: emotes, the last news, and on which device the seat was before.
 */
import type { Snapshot } from '../protocol/topage'
import type { RoomState } from './state'

/** `state` is a room without entries. */
export function restore(state: RoomState, snapshot: Snapshot): RoomState {
  const { reason, turn: _turn, turn_at: turnAt, end_at: endAt, offer, ...same } = snapshot
  return {
    ...state,
    ...same,
    closed: reason ?? null,
    settled: snapshot.moves.length,
    knownUpTo: snapshot.n,
    turnAt,
    endAt,
    offers: {
      draw: offer?.offer === 'draw' ? offer.seat : null,
      takeback: offer?.offer === 'takeback' ? offer.seat : null,
    },
  }
}
