/** The frames that the hub sends to the page, and their decoder. */
import { isObject } from './json'
import type { Frames, Snapshot } from './schemas'

export type { Here as Presence, Snapshot } from './schemas'

export type ToPage = Frames['fromHub']
export type Welcome = Extract<ToPage, { t: 'welcome' }>
export type Refused = Extract<ToPage, { t: 'refused' }>
export type Timer = Snapshot['timers'][number]

type Check = (v: unknown) => boolean

const isNumber = (v: unknown) => typeof v === 'number' && Number.isFinite(v)
const isString = (v: unknown) => typeof v === 'string'
const isBoolean = (v: unknown) => typeof v === 'boolean'
const isPair = (is: Check) => (v: unknown) => Array.isArray(v) && v.length === 2 && v.every(is)
const isListOf = (is: Check) => (v: unknown) => Array.isArray(v) && v.every(is)
/** Whether a value is an object whose properties pass these checks. */
const has = (checks: Record<string, Check>) => (v: unknown) =>
  isObject(v) && Object.entries(checks).every(([name, is]) => is(v[name]))

const isPresence = has({
  seats: isPair(isBoolean),
  spectators: isNumber,
  invited: isNumber,
  claim: isPair(isNumber),
})
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
