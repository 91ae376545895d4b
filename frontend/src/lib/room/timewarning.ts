/** When the page announces that little time is left. */
import type { Clock } from '../protocol/entries'
import { initialTime } from './clock'

/** The page announces the time left at these numbers of seconds. */
const ANNOUNCED_SECONDS = [30, 10] as const

/**
 * The last announcement that is due, in seconds, or null. `left`: the time left, in milliseconds. Announcements above half
 * the initial time are skipped.
 */
export function secondsToAnnounce(clock: Clock, left: number): number | null {
  const reached = ANNOUNCED_SECONDS.filter(
    (seconds) => seconds * 1000 <= initialTime(clock) / 2 && left <= seconds * 1000,
  )
  return reached.at(-1) ?? null
}
