/** The frames that the page sends to the hub. */
import type { Frames } from './schemas'

export type ToHub = Frames['fromClient']

/** A command as it is sent. */
export type Command = Exclude<ToHub, { t: 'ping' }>

type WithoutHeader<T> = T extends unknown ? Omit<T, 'id' | 'n'> : never

/** What a person wants to happen. */
export type CommandBody = WithoutHeader<Command>

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
