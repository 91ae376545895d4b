/** Opens a room like another one. */
import type { Starter } from '../protocol/entries'
import type { RoomRequest } from '../protocol/rest'
import type { RoomState } from '../room/state'
import { isOwner, mySeat } from '../room/view'

/**
 * The request for a room like another one, without an ID. This page's person is the host there: who was invited, or holds
 * seat 2, gets seat 1, so that the seats change places.
 */
export function sameRoom(state: RoomState, name: string | undefined): Omit<RoomRequest, 'id'> {
  const { variant, players, starter, clock, advice, open, spectators, thoughts, given, from } = state
  const others = isOwner(state) && mySeat(state) === null
  const mine = mySeat(state) ?? (isOwner(state) ? 1 : 2)
  const swapped: Partial<Record<Starter, Starter>> = mine === 1 ? {} : { me: 'other', other: 'me' }
  const [first, second] = mine === 1 ? advice : [advice[1], advice[0]]
  return {
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
