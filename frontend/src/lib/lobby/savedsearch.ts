/** A search as a tab keeps it over a reload, and the reading of it. */
import type { Search } from './pairing'

/** Longer ago than this, in milliseconds, nobody still looks for the same game. */
const FORGOTTEN_AFTER = 30 * 60_000

/** Reads a kept search; null: none, or none that could be gone on with. What was being asked is asked again. */
export function readSearch(kept: string | null, now = Date.now()): Search | null {
  try {
    const read = JSON.parse(kept ?? 'null') as Search | null
    if (read === null || typeof read.room !== 'string' || typeof read.since !== 'number') return null
    if (typeof read.asked !== 'number' || typeof read.wanted?.variant !== 'string') return null
    if (read.wanted.id !== null && typeof read.wanted.id !== 'string') return null
    if (now - read.since > FORGOTTEN_AFTER || read.since > now) return null
    const seat = read.seat === 'open' || read.seat === 'mine' ? read.seat : null
    return { ...read, seat, asking: false, sat: false, offered: read.offered === true }
  } catch {
    return null
  }
}
