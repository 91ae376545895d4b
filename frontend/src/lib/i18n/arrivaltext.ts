/** The words for a player who has arrived, seen and heard. */
import { m } from '../paraglide/messages'
import type { Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { subjectName } from './roomtext'

/** Says that the awaited player has sat down. A friend without a name is called as the seat was while it was free. */
export function arrivalText(state: RoomState, seat: Seat): string {
  const { name, level } = state.players[seat - 1]!
  if (name || level !== undefined) return m.arrival_named({ name: subjectName(state, seat) })
  return state.open ? m.arrival_opponent() : m.arrival_friend()
}
