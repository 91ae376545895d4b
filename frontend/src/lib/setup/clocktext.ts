/** The texts of times and clocks, in the person's language. */
import { numberText } from '../i18n/numbers'
import { m } from '../paraglide/messages'
import type { Clock } from '../protocol/entries'
import { inUnits, type Unit } from './clock'

const UNITS: Record<Unit, (count: { count: string }) => string> = {
  s: m.setup_clock_seconds,
  min: m.setup_clock_minutes,
  h: m.setup_clock_hours,
  day: ({ count }) => m.setup_clock_days({ count: Number(count) }),
}

/** A time in milliseconds in its largest whole unit: `90 s`, `2 min`, `1 day`. */
export function timeText(ms: number): string {
  const { count, unit } = inUnits(ms)
  return UNITS[unit]({ count: unit === 'day' ? String(count) : numberText(count) })
}

/** A clock: `3 min + 2 s per move`. */
export function clockText(clock: Clock | null | undefined): string {
  if (!clock) return m.setup_no_clock()
  if ('move' in clock) return m.setup_each_move({ time: timeText(clock.move) })
  const base = timeText(clock.base)
  if (!clock.increment) return m.setup_base_only({ base })
  return m.setup_base_increment({ base, increment: timeText(clock.increment) })
}

/** A clock in short form: `3+2`, `10 s`. */
export function shortClockText(clock: Clock): string {
  if ('move' in clock) return timeText(clock.move)
  return `${numberText(clock.base / 60_000, { maximumFractionDigits: 1 })}+${(clock.increment ?? 0) / 1000}`
}
