/** Opens a room like another one. */
import type { Starter } from '../protocol/entries'
import type { RoomRequest } from '../protocol/rest'
import type { RoomState } from '../room/state'
import { isOwner, mySeat } from '../room/view'

/**
 * The request for a room like another one, in which this page's person is the host: who was invited there invites here, so
 * that the seats change places.
 */
export function sameRoom(state: RoomState, name: string | undefined, id: string): RoomRequest {
  const { variant, players, starter, clock, advice, open, spectators, thoughts, given, from } = state
  const others = isOwner(state) && mySeat(state) === null
  const mine = isOwner(state) ? 1 : (mySeat(state) ?? 2)
  const swapped: Partial<Record<Starter, Starter>> = mine === 1 ? {} : { me: 'other', other: 'me' }
  const [first, second] = mine === 1 ? advice : [advice[1], advice[0]]
  return {
    id,
    variant,
    opponent: others ? 'others' : 'human',
    name: others ? undefined : name,
    colour: players[mine - 1]!.colour,
    other_colour: players[2 - mine]!.colour,
    starter: swapped[starter] ?? starter,
    clock: clock ?? undefined,
    advice: first && second ? 'both' : first ? '1' : second ? '2' : 'none',
    open,
    spectators,
    thoughts: thoughts || undefined,
    position: state.moves.slice(0, given).join(' ') || undefined,
    from,
  }
}
