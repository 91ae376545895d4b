/** The words for a player who has arrived, seen and heard. */
import { m } from '../paraglide/messages'
import type { Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { holdsSeat } from '../room/view'
import { subjectName } from './roomtext'

/** Says that a player has sat down: the awaited one, or this page's own after a challenge. A friend without a name is called as the seat was while it was free. */
export function arrivalText(state: RoomState, seat: Seat): string {
  if (holdsSeat(state, seat)) return m.arrival_you()
  const { name, level } = state.players[seat - 1]!
  if (name || level !== undefined) return m.arrival_named({ name: subjectName(state, seat) })
  return state.open ? m.arrival_opponent() : m.arrival_friend()
}
