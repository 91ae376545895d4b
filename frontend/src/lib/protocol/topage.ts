/** What the hub says to the page over the websocket, and the reading of it. */
import type { Entry } from './entries'

/** Who is connected now. */
export interface Here {
  /** whether the player of seat 1, 2 is connected; an AI's seat: false */
  seats: [boolean, boolean]
  spectators: number
  /**
   * from which hub time, in Unix milliseconds, the absence of seat 1, 2 may be claimed by the other; 0: that player is
   * here, or nothing can be claimed. Hubs before the claims leave it out.
   */
  claim?: [number, number]
}

export interface Welcome {
  t: 'welcome'
  proto: number
  /** of the page that this hub serves */
  build: string
  room: string
  /** one's own public id */
  player: string
  /** the entries after this one follow */
  from: number
  /** the last entry of the log now */
  n: number
  /** Unix milliseconds */
  now: number
  here: Here
  store: boolean
}

export interface Refused {
  t: 'refused'
  /** the command's; empty if none could be read */
  id: string
  code: string
  text: string
  retry: boolean
  n: number
}

export type ToPage =
  | Welcome
  | { t: 'entries'; entries: Entry[] }
  | { t: 'ok'; id: string; n: number }
  | Refused
  | ({ t: 'here' } & Here)
  | { t: 'store'; up: boolean }
  | { t: 'pong'; id: string; now: number }

type Check = (m: Record<string, unknown>) => boolean

const number = (v: unknown) => typeof v === 'number' && Number.isFinite(v)
const string = (v: unknown) => typeof v === 'string'
const boolean = (v: unknown) => typeof v === 'boolean'
const object = (v: unknown): v is Record<string, unknown> =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
const here = (v: unknown) =>
  object(v) &&
  Array.isArray(v.seats) &&
  v.seats.length === 2 &&
  v.seats.every(boolean) &&
  number(v.spectators) &&
  (v.claim === undefined || (Array.isArray(v.claim) && v.claim.length === 2 && v.claim.every(number)))
const entry = (v: unknown) =>
  object(v) && number(v.n) && number(v.at) && string(v.type) && object(v.data) && string(v.digest)

const CHECKS: Record<ToPage['t'], Check> = {
  welcome: (m) =>
    string(m.player) &&
    string(m.build) &&
    number(m.from) &&
    number(m.n) &&
    number(m.now) &&
    here(m.here) &&
    boolean(m.store),
  entries: (m) => Array.isArray(m.entries) && m.entries.every(entry),
  ok: (m) => string(m.id) && number(m.n),
  refused: (m) => string(m.id) && string(m.code) && boolean(m.retry),
  here,
  store: (m) => boolean(m.up),
  pong: (m) => string(m.id) && number(m.now),
}

/**
 * Reads one frame. Unknown messages, and what is none, give null: the protocol asks to ignore them. Entry types that
 * this page does not know are left in, so that the numbers have no gap; the fold passes over them, or stops (apply.ts).
 */
export function decode(frame: unknown): ToPage | null {
  if (typeof frame !== 'string') return null
  let message: unknown
  try {
    message = JSON.parse(frame)
  } catch {
    return null
  }
  if (!object(message) || typeof message.t !== 'string' || !Object.hasOwn(CHECKS, message.t)) return null
  return CHECKS[message.t as ToPage['t']](message) ? (message as unknown as ToPage) : null
}
