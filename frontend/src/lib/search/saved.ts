/** Reads the search that a tab stored before a reload. */
import type { Search } from './pairing'

/** The age up to which a stored search is used, in milliseconds. */
const MAX_AGE = 30 * 60_000

/** Reads a stored search; null: none, or an unusable one. A request without an answer will be repeated. */
export function readSearch(stored: unknown, now = Date.now()): Search | null {
  const read = stored as Search | null
  if (typeof read?.room !== 'string' || typeof read.since !== 'number') return null
  if (typeof read.asked !== 'number' || typeof read.wanted?.variant !== 'string') return null
  if (read.wanted.id !== null && typeof read.wanted.id !== 'string') return null
  if (now - read.since > MAX_AGE || read.since > now) return null
  const seat = read.seat === 'open' || read.seat === 'mine' ? read.seat : null
  return { ...read, seat, asking: false, sat: false, offered: read.offered === true }
}
