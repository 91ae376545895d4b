/**
 * Restores a room from a snapshot instead of the entries before it. A snapshot does not contain emotes, the last news, and
 * moves of a seat to another device. The restored room is as if these had never happened.
 */
import type { Snapshot } from '../protocol/messages'
import type { RoomState } from './state'

/** `state` is a room without entries. */
export function restore(state: RoomState, snapshot: Snapshot): RoomState {
  const { n, moves, offer } = snapshot
  return {
    ...state,
    n,
    moves,
    digest: snapshot.digest,
    phase: snapshot.phase,
    variant: snapshot.variant,
    owner: snapshot.owner,
    players: snapshot.players,
    starter: snapshot.starter,
    clock: snapshot.clock,
    advice: snapshot.advice,
    delegated: snapshot.delegated,
    open: snapshot.open,
    spectators: snapshot.spectators,
    thoughts: snapshot.thoughts,
    imported: snapshot.imported,
    pace: snapshot.pace,
    score: snapshot.score,
    draws: snapshot.draws,
    game: snapshot.game,
    first: snapshot.first,
    end: snapshot.end,
    timers: snapshot.timers,
    advised: snapshot.advised,
    rematch: snapshot.rematch,
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
