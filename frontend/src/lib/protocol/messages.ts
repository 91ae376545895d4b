/** The frames that the hub sends to the page, and their decoder. */
import { isObject } from './json'
import type { Value } from './value'
import type { Clock, Ending, Entry, Offer, Player, Seat, Starter } from './entries'

/** Who is in the room now. */
export interface Presence {
  /** whether the player of seat 1, 2 is connected; an AI's seat: false */
  seats: [boolean, boolean]
  spectators: number
  /**
   * The hub time, in Unix milliseconds, from which the game may be claimed because the player of seat 1, 2 is absent.
   * 0: the player is present, or nothing can be claimed.
   */
  claim: [number, number]
}

export interface Welcome {
  t: 'welcome'
  proto: number
  /** the build of the page that this hub serves */
  build: string
  room: string
  /** this page's player ID */
  player: string
  /** the number of an entry: the hub sends the entries after it next */
  from: number
  /** the last entry of the log now */
  n: number
  /** Unix milliseconds */
  now: number
  here: Presence
  store: boolean
  /** the room after entry `n` */
  snapshot?: Snapshot
}

/** What the fold of all entries up to `n` gives. Times are Unix milliseconds. */
export interface Snapshot {
  n: number
  digest: string
  phase: 'waiting' | 'playing' | 'finished' | 'closed'
  /** why the room was closed */
  reason?: 'unjoined' | 'abandoned' | 'operator'
  variant: string
  owner: string
  players: [Player, Player]
  starter: Starter
  clock: Clock | null
  advice: [boolean, boolean]
  open: boolean
  spectators: boolean
  thoughts: boolean
  imported: boolean
  pace: { ms: number; paused: boolean } | null
  score: [number, number]
  draws: number
  /** the number of the current game, from 1; 0 before the first */
  game: number
  first: Seat
  moves: string[]
  turn_at: number
  end_at: number
  end: Ending | null
  timers: [Timer, Timer]
  offer: { seat: Seat; offer: Offer } | null
  advised: { seat: Seat; move: string; value?: Value } | null
  rematch: [boolean, boolean]
  delegated: [string, string]
}

/** One player's time in the current game, in milliseconds. */
export interface Timer {
  /** what is left of the base time; unused with a time per move */
  left: number
  /** how much network lag can still be deducted from turns */
  quota: number
  /** time spent in all finished turns, including turns that were taken back */
  used: number
}

export interface Refused {
  t: 'refused'
  /** the ID of the refused command; empty if the hub could not read it */
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
  | ({ t: 'here' } & Presence)
  | { t: 'store'; up: boolean }
  | { t: 'pong'; id: string; now: number }

type FrameCheck = (m: Record<string, unknown>) => boolean

const isNumber = (v: unknown) => typeof v === 'number' && Number.isFinite(v)
const isString = (v: unknown) => typeof v === 'string'
const isBoolean = (v: unknown) => typeof v === 'boolean'
const isPresence = (v: unknown) =>
  isObject(v) &&
  Array.isArray(v.seats) &&
  v.seats.length === 2 &&
  v.seats.every(isBoolean) &&
  isNumber(v.spectators) &&
  Array.isArray(v.claim) &&
  v.claim.length === 2 &&
  v.claim.every(isNumber)
const isEntry = (v: unknown) =>
  isObject(v) && isNumber(v.n) && isNumber(v.at) && isString(v.type) && isObject(v.data) && isString(v.digest)

const isSnapshot = (v: unknown) =>
  isObject(v) &&
  isNumber(v.n) &&
  isString(v.digest) &&
  isString(v.phase) &&
  isString(v.variant) &&
  Array.isArray(v.players) &&
  Array.isArray(v.moves) &&
  Array.isArray(v.timers)

const FRAME_CHECKS: Record<ToPage['t'], FrameCheck> = {
  welcome: (m) =>
    isString(m.player) &&
    isString(m.build) &&
    isNumber(m.from) &&
    isNumber(m.n) &&
    isNumber(m.now) &&
    isPresence(m.here) &&
    isBoolean(m.store) &&
    (m.snapshot === undefined || isSnapshot(m.snapshot)),
  entries: (m) => Array.isArray(m.entries) && m.entries.every(isEntry),
  ok: (m) => isString(m.id) && isNumber(m.n),
  refused: (m) => isString(m.id) && isString(m.code) && isBoolean(m.retry),
  here: isPresence,
  store: (m) => isBoolean(m.up),
  pong: (m) => isString(m.id) && isNumber(m.now),
}

/**
 * Decodes one frame. Returns null for a frame that is malformed or of an unknown type: the protocol says to ignore it.
 * Entries of unknown types are kept, so that the numbers have no gap. The fold skips them or stops (apply.ts).
 */
export function decode(frame: unknown): ToPage | null {
  if (typeof frame !== 'string') return null
  let message: unknown
  try {
    message = JSON.parse(frame)
  } catch {
    return null
  }
  if (!isObject(message) || typeof message.t !== 'string' || !Object.hasOwn(FRAME_CHECKS, message.t))
    return null
  return FRAME_CHECKS[message.t as ToPage['t']](message) ? (message as unknown as ToPage) : null
}
