/** The games of a time, in days or weeks, for the chart. Days are strings as `2026-11-21`: they have no time zone. */
import type { Tally } from '../protocol/rest'

export const PERIODS = [30, 90, 365] as const

export type Period = (typeof PERIODS)[number]

export interface Bucket extends Tally {
  /** the first day and the last one, which may be the same */
  from: string
  to: string
}

/** Days that a bar can stand for. */
export const SIZES = [1, 7, 28] as const

export type Size = (typeof SIZES)[number]

const DAY = 86_400_000
/** Bars of single days are for a month, and of weeks for a year. */
const MOST_BARS = 60
/** What a bar and the gap beside it need to be told apart, texture and all, in pixels. */
const SLOT = 8

/** The shortest time for a bar of which `period` days fit into a chart `width` pixels wide. */
export function sizeFor(period: Period, width: number): Size {
  const fits = (size: Size) => Math.ceil(period / size) <= Math.min(MOST_BARS, width / SLOT)
  return SIZES.find(fits) ?? SIZES[2]
}

const number = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY
const name = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)

/** The day that it is here, as a string. */
export function today(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The period named in the address, else the middle one. */
export const periodOf = (query: URLSearchParams): Period =>
  PERIODS.find((days) => String(days) === query.get('days')) ?? 90

/**
 * The last `period` days up to `last`, `size` at a time; the oldest first. A day outside of them is left out. The first
 * bar may begin some days before the period, so that all are of one length.
 */
export function buckets(
  days: readonly (Tally & { day: string })[],
  period: Period,
  last: string,
  size: Size,
): Bucket[] {
  const end = number(last)
  const count = Math.ceil(period / size)
  const list = Array.from({ length: count }, (_, i): Bucket => {
    const to = end - (count - 1 - i) * size
    return { from: name(to - size + 1), to: name(to), won: 0, drawn: 0, lost: 0 }
  })
  for (const { day, won, drawn, lost } of days) {
    const found = list[count - 1 - Math.floor((end - number(day)) / size)]
    if (!found) continue
    found.won += won
    found.drawn += drawn
    found.lost += lost
  }
  return list
}

/** Marks for an axis of whole numbers from 0 to at least `most`: few, even, and in steps of 1, 2 or 5 times ten. */
export function ticks(most: number): number[] {
  const STEPS = 4
  const rough = Math.max(1, most) / STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power)
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, i) => i * step)
}
