/**
 * The entries of a room's log. The page computes everything that it shows of a game from them (lib/room/fold.ts). Their
 * types come from docs/api/asyncapi.yaml: scripts/schemas.mjs writes schemas.d.ts.
 */
import type { Created, Entry, Offered, Player } from './schemas'

export type { Challenger, Clock, Ending, Entry, Player } from './schemas'

/** A seat of the room. Seat 1 belongs to the player who created it. */
export type Seat = 1 | 2

export const COLOURS = ['red', 'yellow', 'blue', 'green', 'violet', 'white'] as const

export type Colour = (typeof COLOURS)[number]

/** The colours of the discs, by seat - 1. */
export type Colours = readonly [Colour, Colour]

/** The colours of positions that belong to no room. */
export const PLAIN_COLOURS: Colours = ['red', 'yellow']

export const coloursOf = (players: readonly [Player, Player]): Colours => [
  players[0].colour,
  players[1].colour,
]

/** Who moves first in each game. */
export type Starter = NonNullable<Created['starter']>

/** What a player can offer the opponent. */
export type Offer = Offered['offer']

/** The reactions that players can send each other. */
export const EMOTES = ['hello', 'luck', 'well-played', 'thanks', 'oops', 'wow', 'thinking', 'bye'] as const

export type Emote = (typeof EMOTES)[number]

export type EntryType = Entry['type']

/** Whether a person or an AI has a seat. */
export const isTaken = ({ id, level }: Player): boolean => id !== undefined || level !== undefined

export const otherSeat = (seat: Seat): Seat => (seat === 1 ? 2 : 1)

/** The seat to move after `ply` moves of a game in which `first` began. */
export const turnAt = (first: Seat, ply: number): Seat => (ply % 2 === 0 ? first : otherSeat(first))
