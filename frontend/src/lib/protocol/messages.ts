/** The frames that the hub sends to the page, and their decoder. */
import type { Frames, Snapshot } from './schemas'

export type { Here as Presence, Snapshot } from './schemas'

export type ToPage = Frames['fromHub']
export type Welcome = Extract<ToPage, { t: 'welcome' }>
export type Refused = Extract<ToPage, { t: 'refused' }>
export type Timer = Snapshot['timers'][number]

const TYPES: Record<ToPage['t'], true> = {
  welcome: true,
  entries: true,
  ok: true,
  refused: true,
  here: true,
  store: true,
  pong: true,
}

/**
 * Decodes one frame. Returns null for a frame that is not JSON, as from a proxy, or of an unknown type: the protocol says
 * to ignore it. Entries of unknown types are kept, so that the numbers have no gap. The fold skips them or stops (apply.ts).
 */
export function decode(frame: unknown): ToPage | null {
  try {
    const message = JSON.parse(String(frame)) as ToPage
    return Object.hasOwn(TYPES, message.t) ? message : null
  } catch {
    return null
  }
}
