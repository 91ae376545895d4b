/**
 * Takes over a snapshot of the room in place of the entries before it. What a snapshot does not tell is as in a room where
 * it never happened: emotes, the last news, and on which device the seat was before.
 */
import type { Snapshot } from '../protocol/topage'
import type { RoomState } from './state'

/** `state` is a room without entries. */
export function restore(state: RoomState, snapshot: Snapshot): RoomState {
  const {
    n,
    digest,
    phase,
    variant,
    owner,
    players,
    starter,
    clock,
    advice,
    open,
    spectators,
    imported,
    pace,
  } = snapshot
  const { score, draws, game, first, moves, end, timers, offer, advised, rematch } = snapshot
  return {
    ...state,
    ...{
      n,
      digest,
      phase,
      variant,
      owner,
      players,
      starter,
      clock,
      advice,
      open,
      spectators,
      imported,
      pace,
    },
    ...{ score, draws, game, first, moves, end, timers, advised, rematch },
    closed: snapshot.reason ?? null,
    settled: moves.length,
    knownUpTo: n,
    turnAt: snapshot.turn_at,
    endAt: snapshot.end_at,
    offers: {
      draw: offer?.offer === 'draw' ? offer.seat : null,
      takeback: offer?.offer === 'takeback' ? offer.seat : null,
    },
  }
}
