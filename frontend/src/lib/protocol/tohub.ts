/** What the page says to the hub over the websocket. */
import type { Emote, Offer, Seat } from './entries'

interface Numbered {
  /** the page's own, never used before in this room */
  id: string
  /** the last entry that the page had seen */
  n: number
}

/** What a person asks for. */
export type Wish =
  | { t: 'move'; move: string }
  | { t: 'sit'; name?: string }
  /** `seat` only where both seats are one's own */
  | { t: 'name'; name?: string; seat?: Seat }
  | { t: 'resign' }
  | { t: 'rematch' }
  | { t: 'offer' | 'accept' | 'decline'; offer: Offer }
  /** the other has been away for long enough */
  | { t: 'claim'; result: 'win' | 'draw' }
  | { t: 'emote'; emote: Emote }
  /** of AI against AI: milliseconds between two moves */
  | { t: 'pace'; ms: number; paused: boolean }
  /** whoever knows the token may take one's seat, once */
  | { t: 'handover'; token: string }
  /** takes the seat that was handed over */
  | { t: 'take'; token: string }
  /** seats an AI where one waits for somebody */
  | { t: 'invite'; level: string }

/** A wish as it is sent. */
export type Command = Numbered & Wish

export type ToHub = Command | { t: 'ping'; id: string }

/** The protocol that this page speaks. */
export const PROTO = 1

/** The longest nickname, in characters. */
export const MAX_NAME = 24

const ID_BYTES = 12

/** A new id for a command or a room: 24 hexadecimal digits. crypto.randomUUID would need https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES))
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
}

/** What is left of a nickname as typed: no space around it, none doubled, nothing unprintable, at most MAX_NAME. */
export function cleanName(typed: string): string {
  const printable = typed.replace(/[\p{C}\s]+/gu, ' ').trim()
  return [...printable].slice(0, MAX_NAME).join('').trim()
}
