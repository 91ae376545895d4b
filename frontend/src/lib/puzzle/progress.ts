/**
 * Which puzzles the person has solved on this device, and on how many days in a row. Without storage, nothing is
 * remembered.
 */
import { isObject } from '../protocol/json'
import { readJson, writeJson } from '../storage'
import { isDate, shifted } from './days.svelte'

export interface Progress {
  /** how many days in a row the puzzle of the day was solved, up to `last` */
  streak: number
  /** the last day whose puzzle was solved on that day; empty: none */
  last: string
  /** by the day of the puzzle: how many tries it has taken; negative: the wrong moves so far, if it is not solved */
  tries: Readonly<Record<string, number>>
}

const KEY = 'quatre.puzzle'
const NONE: Progress = { streak: 0, last: '', tries: {} }

/** Parses the stored value; what is malformed is dropped. */
export function parseProgress(stored: unknown): Progress {
  if (!isObject(stored)) return NONE
  const { streak, last, tries } = stored
  const days = Object.entries(isObject(tries) ? tries : {})
  const kept = Object.fromEntries(
    days.filter(
      (day): day is [string, number] => isDate(day[0]) && Number.isSafeInteger(day[1]) && day[1] !== 0,
    ),
  )
  const known =
    Number.isSafeInteger(streak) && (streak as number) > 0 && typeof last === 'string' && isDate(last)
  return { ...NONE, ...(known && { streak: streak as number, last }), tries: kept }
}

export const isSolved = ({ tries }: Progress, date: string): boolean => (tries[date] ?? 0) > 0

/** How many tries a puzzle has taken, or takes if the next move solves it. */
export const triesOf = ({ tries }: Progress, date: string): number => {
  const known = tries[date] ?? 0
  return known > 0 ? known : 1 - known
}

/** The progress after a wrong move. The first result of a puzzle stays. */
export const withWrong = (progress: Progress, date: string): Progress =>
  isSolved(progress, date)
    ? progress
    : { ...progress, tries: { ...progress.tries, [date]: -triesOf(progress, date) } }

/** The progress after a puzzle was solved. It makes the streak longer on its own day only, at whatever try. */
export function withSolved(progress: Progress, date: string, today: string): Progress {
  if (isSolved(progress, date)) return progress
  const solved = { ...progress, tries: { ...progress.tries, [date]: triesOf(progress, date) } }
  if (date !== today) return solved
  return { ...solved, last: date, streak: progress.last === shifted(date, -1) ? progress.streak + 1 : 1 }
}

/** The streak that is alive today: the puzzle of today, or else of yesterday, ends it. */
export const streakOn = ({ streak, last }: Progress, today: string): number =>
  last === today || last === shifted(today, -1) ? streak : 0

export const readProgress = (): Progress => parseProgress(readJson(KEY))

/** Changes what is stored: another tab may have changed it meanwhile. */
export function changeProgress(change: (progress: Progress) => Progress): Progress {
  const progress = change(readProgress())
  writeJson(KEY, progress)
  return progress
}
