/** The days of the puzzles: texts such as `2026-11-23`. A day is a day in UTC. */
import { fetchToday } from '../protocol/puzzle'

const DAY = 86_400_000

export const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAt(Date.parse(text)) === text

/** The day at a time in Unix milliseconds. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- created at each call, never modified
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day that many days later, or earlier if they are negative. */
export const shifted = (date: string, days: number): string => dayAt(Date.parse(date) + days * DAY)

/** How many days later than `from` it is. */
export const daysSince = (from: string, date: string): number => (Date.parse(date) - Date.parse(from)) / DAY

/** The month that many months later than that of a day, by its first day. */
export function monthAfter(date: string, months: number): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return dayAt(Date.UTC(year, month - 1 + months, 1))
}

let today = $state(dayAt(Date.now()))
/** By how much the hub's days are ahead of this device's, in milliseconds: its clock may be days off. */
let ahead = 0

export const calendar = {
  get today(): string {
    return today
  },
  /** Asks the hub which day it is. Without an answer, the device's clock tells, with the difference that is known. */
  async update(): Promise<void> {
    const told = await fetchToday().catch(() => null)
    if (told !== null) ahead = daysSince(dayAt(Date.now()), told) * DAY
    today = dayAt(Date.now() + ahead)
  },
}
