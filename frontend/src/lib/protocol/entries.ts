/**
 * The entries of a room's log, as docs/asyncapi.yaml describes them. Everything that happens in a room is one of these;
 * whatever the page shows of a game is a fold of them (lib/room/state.ts).
 */

/** A seat of the room: 1 is who created it. */
export type Seat = 1 | 2

export type Colour = 'red' | 'yellow'

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

export type EndReason = 'line' | 'draw' | 'resigned'

export interface Ending {
  /** the seat that won; 0: a draw */
  winner: 0 | Seat
  reason: EndReason
  /** of the winning lines: row * columns + column, from the bottom left, from 0 */
  cells?: number[]
}

interface Data {
  created: { variant: string; players: [Player, Player]; first: Seat }
  joined: { seat: Seat; player: string; name?: string }
  named: { seat: Seat; name?: string }
  /** `ms` is what the turn took, in milliseconds */
  moved: { seat: Seat; move: string; ms: number; end?: Ending }
  resigned: { seat: Seat; end: Ending }
  /** `game` is the number of the game wished for; `first` is there once both agree, and then it begins */
  rematch: { seat: Seat; game: number; first?: Seat }
  closed: { reason: 'unjoined' | 'abandoned' }
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
    data: Data[T]
    /** 16 hexadecimal digits, chained over all entries up to this one */
    digest: string
  }
}[EntryType]

export const other = (seat: Seat): Seat => (seat === 1 ? 2 : 1)
