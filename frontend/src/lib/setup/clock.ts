/** The clocks that a player can choose. All times are in milliseconds. */
import type { Clock } from '../protocol/entries'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The limits of clocks in the protocol. */
export const LIMITS = {
  move: { least: 5 * SECOND, most: DAY },
  base: { least: 10 * SECOND, most: 3 * HOUR },
  increment: { least: 0, most: 180 * SECOND },
} as const

/** The preset clocks, fastest first. */
export const MOVE_PRESETS: readonly { move: number }[] = [
  { move: 10 * SECOND },
  { move: 30 * SECOND },
  { move: 2 * MINUTE },
  { move: DAY },
]
export const BASE_PRESETS: readonly { base: number; increment: number }[] = [
  { base: MINUTE, increment: 0 },
  { base: 3 * MINUTE, increment: 2 * SECOND },
  { base: 10 * MINUTE, increment: 0 },
  { base: 15 * MINUTE, increment: 10 * SECOND },
]

const within = (value: number, { least, most }: { least: number; most: number }) =>
  Number.isInteger(value) && value >= least && value <= most

/** Which number of a clock is outside its limits; null: none. */
export function clockProblem(clock: Clock): 'move' | 'base' | 'increment' | null {
  if ('move' in clock) return within(clock.move, LIMITS.move) ? null : 'move'
  if (!within(clock.base, LIMITS.base)) return 'base'
  return within(clock.increment ?? 0, LIMITS.increment) ? null : 'increment'
}

export function sameClock(a: Clock | null, b: Clock | null): boolean {
  if (a === null || b === null) return a === b
  if ('move' in a) return 'move' in b && a.move === b.move
  return 'base' in b && a.base === b.base && (a.increment ?? 0) === (b.increment ?? 0)
}

export type Unit = 's' | 'min' | 'h' | 'day'

/** Converts a time to the largest unit in which it is a whole number. */
export function inUnits(ms: number): { count: number; unit: Unit } {
  if (ms >= DAY && ms % DAY === 0) return { count: ms / DAY, unit: 'day' }
  if (ms >= HOUR && ms % HOUR === 0) return { count: ms / HOUR, unit: 'h' }
  if (ms >= MINUTE && ms % MINUTE === 0) return { count: ms / MINUTE, unit: 'min' }
  return { count: ms / SECOND, unit: 's' }
}
