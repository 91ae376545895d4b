/**
 * The entries of a room's log, as docs/asyncapi.yaml describes them. Everything that happens in a room is one of these;
 * whatever the page shows of a game is a fold of them (lib/room/state.ts).
 */

import type { Value } from './analysis'

/** A seat of the room: 1 is who created it. */
export type Seat = 1 | 2

export const COLOURS = ['red', 'yellow', 'blue', 'green', 'violet', 'white'] as const

export type Colour = (typeof COLOURS)[number]

/** Who holds a seat. With neither `id` nor `level` the seat is free. */
export interface Player {
  /** a person's public id */
  id?: string
  /** a nickname */
  name?: string
  /** an AI's level */
  level?: string
  colour: Colour
}

/** Who moves first, game after game. */
export type Starter = 'me' | 'other' | 'random' | 'loser' | 'alternate'

/** In milliseconds: for each turn, or for the whole game and more with each turn. */
export type Clock = { move: number } | { base: number; increment: number }

/** `left`: the other was away, and it was claimed; `time`: the loser's clock ran out. */
export type EndReason = 'line' | 'draw' | 'resigned' | 'agreed' | 'left' | 'time'

export interface Ending {
  /** the seat that won; 0: a draw */
  winner: 0 | Seat
  reason: EndReason
  /** of the winning lines: row * columns + column, from the bottom left, from 0 */
  cells?: number[]
}

/** What a player can ask of the other. */
export type Offer = 'draw' | 'takeback'

/** All that players can say to each other. */
export const EMOTES = ['hello', 'luck', 'well-played', 'thanks', 'oops', 'wow', 'thinking', 'bye'] as const

export type Emote = (typeof EMOTES)[number]

interface Created {
  variant: string
  players: [Player, Player]
  first: Seat
  starter?: Starter
  clock?: Clock
  /** who is given the AI's suggestions, by seat - 1 */
  advice?: [boolean, boolean]
  /** listed for everybody */
  open?: boolean
  /** of AI against AI: milliseconds between two moves */
  pace?: number
  /** played elsewhere: nothing more happens here */
  imported?: boolean
}

interface Data {
  created: Created
  /** a person, or the AI that the owner has asked instead */
  joined: { seat: Seat; player?: string; name?: string; level?: string }
  named: { seat: Seat; name?: string }
  /** `ms` is what the turn took, in milliseconds, and `lag` what of it the network is held to have taken */
  moved: { seat: Seat; move: string; ms: number; lag?: number; end?: Ending }
  /** the suggestion for the position that stands; `value`: what it is worth for `seat`, if anything is known */
  advised: { seat: Seat; move: string; value?: Value }
  offered: { seat: Seat; offer: Offer }
  /** by the one asked, or withdrawn by who had offered */
  declined: { seat: Seat; offer: Offer }
  /** `seat` moves again, after the first `ply` moves of the game */
  takenback: { seat: Seat; ply: number }
  resigned: { seat: Seat; end: Ending }
  /** `seat` has accepted the draw */
  drawn: { seat: Seat; end: Ending }
  /** the other was away for `away` milliseconds */
  claimed: { seat: Seat; away: number; end: Ending }
  /** the time of `seat` is up */
  flagged: { seat: Seat; end: Ending }
  /** the turn that is on began `ms` later: an outage took that time. Outages up to `until` are credited with this */
  credited: { ms: number; until: number }
  /** `game` is the number of the game wished for; `first` is there once both agree, and then it begins */
  rematch: { seat: Seat; game: number; first?: Seat }
  emoted: { seat: Seat; emote: Emote }
  /** of AI against AI: milliseconds between two moves, or none for now */
  paced: { ms: number; paused: boolean }
  /** whoever knows the token of `hash` may take the seat until then, in Unix milliseconds */
  seatoffered: { seat: Seat; hash: string; until: number }
  /** the player of `seat` goes on as `player`: the same person, on another device */
  seatmoved: { seat: Seat; player: string }
  /** `note` is what the service's operator says about it */
  closed: { reason: 'unjoined' | 'abandoned' | 'operator'; note?: string }
}

export type EntryType = keyof Data

/** One numbered entry. */
export type Entry = {
  [T in EntryType]: {
    n: number
    /** Unix milliseconds */
    at: number
    /** a player's public id, `ai`, or absent: the room's own doing */
    by?: string
    /** the id of the command that it answers */
    cmd?: string
    type: T
    /** a page that does not know the type may pass over the entry */
    ignorable?: boolean
    data: Data[T]
    /** 16 hexadecimal digits, chained over all entries up to this one */
    digest: string
  }
}[EntryType]

export const other = (seat: Seat): Seat => (seat === 1 ? 2 : 1)
