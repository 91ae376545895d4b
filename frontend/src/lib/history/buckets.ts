/** Groups games by day or week for the chart. Days are strings as `2026-11-21`: they have no time zone. */
import type { Tally } from '../protocol/rest'
import { daysSince, shifted } from '../puzzle/days.svelte'

export const PERIODS = [30, 90, 365] as const

export type Period = (typeof PERIODS)[number]

export interface Bucket extends Tally {
  /** the first day and the last one, which may be the same */
  from: string
  to: string
}

/** The possible numbers of days per bar. */
export const SIZES = [1, 7, 28] as const

export type Size = (typeof SIZES)[number]

/** The largest number of bars: a month of days or a year of weeks. */
const MAX_BARS = 60
/** The minimum width of a bar and its gap, in pixels. */
const MIN_SLOT = 8

/** The smallest number of days per bar with which `period` days fit into `width` pixels. */
export function sizeFor(period: Period, width: number): Size {
  const fits = (size: Size) => Math.ceil(period / size) <= Math.min(MAX_BARS, width / MIN_SLOT)
  return SIZES.find(fits) ?? SIZES[2]
}

/** Today in the local time zone, as a string. */
export function today(now: Date): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** The period in the address; by default 90 days. */
export const periodOf = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get('days')) ?? 90

/**
 * The buckets of the last `period` days up to `last`, `size` days each, the oldest first. Days outside are ignored. All
 * buckets have the same size, so that the first one may begin before the period.
 */
export function buckets(
  days: readonly (Tally & { day: string })[],
  period: Period,
  last: string,
  size: Size,
): Bucket[] {
  const count = Math.ceil(period / size)
  const list = Array.from({ length: count }, (_, i): Bucket => {
    const to = shifted(last, (i + 1 - count) * size)
    return { from: shifted(to, 1 - size), to, won: 0, drawn: 0, lost: 0 }
  })
  for (const { day, won, drawn, lost } of days) {
    const found = list[count - 1 - Math.floor(daysSince(day, last) / size)]
    if (!found) continue
    found.won += won
    found.drawn += drawn
    found.lost += lost
  }
  return list
}

/** The ticks of an axis of integers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number): number[] {
  const STEPS = 4
  const rough = Math.max(1, most) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, i) => i * step)
}
