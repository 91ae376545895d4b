/** The frames that the hub sends to the page, and their decoder. */
import { isObject } from './json'
import type { Clock, Ending, Entry, EntryData, Offer, Player, Seat, Starter } from './entries'

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
  /** the number and digest of the last entry; 0 and '' before the first */
  n: number
  digest: string
  phase: 'waiting' | 'playing' | 'finished' | 'closed'
  /** why the room was closed */
  reason?: 'unjoined' | 'abandoned' | 'operator'
  /** '' before the first entry */
  variant: string
  /** the player ID of the owner, who may hold no seat */
  owner: string
  /** by seat - 1, as all pairs here */
  players: [Player, Player]
  starter: Starter
  clock: Clock | null
  /** which seats the AI advises */
  advice: [boolean, boolean]
  /** whether the lobby lists the room */
  open: boolean
  /** whether others than the players and the owner may watch */
  spectators: boolean
  /** whether the AI's thoughts are shown during a game */
  thoughts: boolean
  /** imported from a file: nobody can play here */
  imported: boolean
  /** only AI against AI: milliseconds between two moves; null in all other rooms */
  pace: { ms: number; paused: boolean } | null
  /** games won */
  score: [number, number]
  draws: number
  /** the number of the current game, from 1; 0 before the first */
  game: number
  /** who moves first in the current game */
  first: Seat
  /** of the current game, in the game's notation */
  moves: string[]
  /** when the current game began; 0 before the first */
  started: number
  turn_at: number
  end_at: number
  /** how the current game ended; null while it is played */
  end: Ending | null
  timers: [Timer, Timer]
  offer: { seat: Seat; offer: Offer } | null
  /** whether a hint was asked for in this position */
  hinted: boolean
  advised: EntryData['advised'] | null
  /** which seats get advice, or have asked for a hint in the current game */
  helped: [boolean, boolean]
  /** who asked for another game */
  rematch: [boolean, boolean]
  /** the level at which the AI plays the turns of a person; '': the person plays */
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

type Check = (v: unknown) => boolean

const isNumber = (v: unknown) => typeof v === 'number' && Number.isFinite(v)
const isString = (v: unknown) => typeof v === 'string'
const isBoolean = (v: unknown) => typeof v === 'boolean'
const isPair = (is: Check) => (v: unknown) => Array.isArray(v) && v.length === 2 && v.every(is)
const isListOf = (is: Check) => (v: unknown) => Array.isArray(v) && v.every(is)
/** Whether a value is an object whose properties pass these checks. */
const has = (checks: Record<string, Check>) => (v: unknown) =>
  isObject(v) && Object.entries(checks).every(([name, is]) => is(v[name]))

const isPresence = has({ seats: isPair(isBoolean), spectators: isNumber, claim: isPair(isNumber) })
const isEntry = has({ n: isNumber, at: isNumber, type: isString, data: isObject, digest: isString })
const isSnapshot = has({
  n: isNumber,
  digest: isString,
  phase: isString,
  variant: isString,
  players: Array.isArray,
  moves: Array.isArray,
  timers: Array.isArray,
})

const FRAME_CHECKS: Record<ToPage['t'], Check> = {
  welcome: has({
    player: isString,
    build: isString,
    from: isNumber,
    n: isNumber,
    now: isNumber,
    here: isPresence,
    store: isBoolean,
    snapshot: (v) => v === undefined || isSnapshot(v),
  }),
  entries: has({ entries: isListOf(isEntry) }),
  ok: has({ id: isString, n: isNumber }),
  refused: has({ id: isString, code: isString, retry: isBoolean }),
  here: isPresence,
  store: has({ up: isBoolean }),
  pong: has({ id: isString, now: isNumber }),
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
