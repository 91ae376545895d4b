/** The frames that the page sends to the hub. */
import type { Emote, Offer, Seat } from './entries'

interface CommandHeader {
  /** chosen by the page and never reused: the hub carries out one command per ID */
  id: string
  /** the last entry that the page had folded */
  n: number
}

/** What a person wants to happen. */
export type CommandBody =
  | { t: 'move'; move: string }
  | { t: 'sit'; name?: string }
  /** `seat` is only needed by a player who holds both seats */
  | { t: 'name'; name?: string; seat?: Seat }
  | { t: 'resign' }
  /** asks the AI, the opponent, for advice in this position */
  | { t: 'hint' }
  | { t: 'rematch' }
  | { t: 'offer' | 'accept' | 'decline'; offer: Offer }
  /** the opponent has been absent for long enough */
  | { t: 'claim'; result: 'win' | 'draw' }
  | { t: 'emote'; emote: Emote }
  /** only AI against AI: milliseconds between two moves */
  | { t: 'pace'; ms: number; paused: boolean }
  /** lets the AI play the turns of a seat; without a level, takes them back */
  | { t: 'delegate'; seat: Seat; level?: string }
  /** changes the level of an AI before the next game */
  | { t: 'level'; seat: Seat; level: string }
  /** lets spectators in, or shuts them out */
  | { t: 'admit'; spectators: boolean }
  /** lets a person who knows the token take this seat, once */
  | { t: 'handover'; token: string }
  /** takes the seat that was handed over */
  | { t: 'take'; token: string }
  /** gives the free seat to an AI */
  | { t: 'invite'; level: string }

/** A command as it is sent. */
export type Command = CommandHeader & CommandBody

export type ToHub = Command | { t: 'ping'; id: string }

/** The version of the websocket protocol. */
export const PROTO = 1

/** The longest nickname, in characters. */
export const MAX_NAME = 24

const ID_BYTES = 12

/** Returns a new ID for a command or a room: 24 hexadecimal digits. crypto.randomUUID exists only with https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}
