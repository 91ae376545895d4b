/**
 * The entries of a room's log, as docs/asyncapi.yaml describes them. The page computes everything that it shows of a
 * game from them (lib/room/fold.ts).
 */

import type { Value } from './value'

/** A seat of the room. Seat 1 belongs to the player who created it. */
export type Seat = 1 | 2

export const COLOURS = ['red', 'yellow', 'blue', 'green', 'violet', 'white'] as const

export type Colour = (typeof COLOURS)[number]

/** Who holds a seat. A seat with neither `id` nor `level` is free. */
export interface Player {
  /** the player ID */
  id?: string
  /** a nickname */
  name?: string
  /** an AI's level */
  level?: string
  colour: Colour
}

/** Who moves first in each game. */
export type Starter = 'me' | 'other' | 'random' | 'loser' | 'alternate'

/** In milliseconds: a time per move, or a time for the whole game plus an increment per move. */
export type Clock = { move: number } | { base: number; increment: number }

/** `left`: a claim against an absent opponent; `time`: the loser's clock ran out. */
export type EndReason = 'line' | 'draw' | 'resigned' | 'agreed' | 'left' | 'time'

export interface Ending {
  /** the seat that won; 0: a draw */
  winner: 0 | Seat
  reason: EndReason
  /** the cells of the winning lines: row * columns + column, from the bottom left, from 0 */
  cells?: number[]
}

/** What a player can offer the opponent. */
export type Offer = 'draw' | 'takeback'

/** The reactions that players can send each other. */
export const EMOTES = ['hello', 'luck', 'well-played', 'thanks', 'oops', 'wow', 'thinking', 'bye'] as const

export type Emote = (typeof EMOTES)[number]

interface Created {
  variant: string
  players: [Player, Player]
  first: Seat
  starter?: Starter
  clock?: Clock
  /** which seats the AI advises, by seat - 1 */
  advice?: [boolean, boolean]
  /** listed in the lobby */
  open?: boolean
  /** only AI against AI: milliseconds between two moves */
  pace?: number
  /** imported from a file: nobody can play here */
  imported?: boolean
  /** only the players and the owner may watch */
  no_spectators?: boolean
  /** the AI's thoughts are shown during a game */
  thoughts?: boolean
}

export interface EntryData {
  created: Created
  /** a player took the seat, or the owner invited an AI to it */
  joined: { seat: Seat; player?: string; name?: string; level?: string }
  named: { seat: Seat; name?: string }
  /** `ms`: what the turn took, in milliseconds; `lag`: the part of it that the hub attributes to the network; `hurried`: the AI had less time than usual */
  moved: { seat: Seat; move: string; ms: number; lag?: number; end?: Ending; hurried?: boolean }
  /** `seat` asks for advice in the current position */
  hinted: { seat: Seat }
  /**
   * advice for the current position; `value`: its value for `seat`, if known; `only`: after every other move the opponent
   * can win at once
   */
  advised: { seat: Seat; move: string; value?: Value; only?: boolean }
  offered: { seat: Seat; offer: Offer }
  /** `seat` declined the opponent's offer, or withdrew its own */
  declined: { seat: Seat; offer: Offer }
  /** the game goes back to its first `ply` moves, and `seat` is to move */
  takenback: { seat: Seat; ply: number }
  resigned: { seat: Seat; end: Ending }
  /** `seat` has accepted the draw */
  drawn: { seat: Seat; end: Ending }
  /** `seat` claimed the game; the opponent had been absent for `away` milliseconds */
  claimed: { seat: Seat; away: number; end: Ending }
  /** the time of `seat` is up */
  flagged: { seat: Seat; end: Ending }
  /** the current turn is credited `ms` for outages up to `until`, in Unix milliseconds */
  credited: { ms: number; until: number }
  /** `seat` asks for game number `game`. `first` is set once both have agreed: then the game begins */
  rematch: { seat: Seat; game: number; first?: Seat }
  emoted: { seat: Seat; emote: Emote }
  /** only AI against AI: milliseconds between two moves, or paused */
  paced: { ms: number; paused: boolean }
  /** the AI plays the turns of a person's seat at this level; without `level`, the person plays them again */
  delegated: { seat: Seat; level?: string }
  /** the AI of this seat plays at this level from the next game on */
  levelset: { seat: Seat; level: string }
  /** whether spectators may watch from now on */
  admitted: { spectators: boolean }
  /** anybody who knows the token with this hash may take the seat; `until`: Unix milliseconds */
  seatoffered: { seat: Seat; hash: string; until: number }
  /** the player of `seat` continues as `player`, on another device */
  seatmoved: { seat: Seat; player: string }
  /** `note`: the operator's remark */
  closed: { reason: 'unjoined' | 'abandoned' | 'operator'; note?: string }
}

export type EntryType = keyof EntryData

/** One numbered entry. */
export type Entry = {
  [T in EntryType]: {
    n: number
    /** Unix milliseconds */
    at: number
    /** a player ID, or `ai`; absent if the room itself wrote the entry */
    by?: string
    /** the ID of the command that caused the entry */
    cmd?: string
    type: T
    /** a page that does not know the type may skip the entry */
    ignorable?: boolean
    data: EntryData[T]
    /** 16 hexadecimal digits, chained over all entries up to this one */
    digest: string
  }
}[EntryType]

export const otherSeat = (seat: Seat): Seat => (seat === 1 ? 2 : 1)

/** The seat to move after `ply` moves of a game in which `first` began. */
export const turnAt = (first: Seat, ply: number): Seat => (ply % 2 === 0 ? first : otherSeat(first))
