/**
 * Which puzzles the person has solved on this device, and on how many days in a row. Dates are days in UTC. Without
 * storage, nothing is remembered.
 */
import { isObject } from '../protocol/json'
import type { Puzzle } from '../protocol/puzzle'
import { readJson, writeJson } from '../storage'

export interface Progress {
  /** how many days in a row the puzzle of the day was solved, up to `last` */
  streak: number
  /** the last day whose puzzle was solved on that day; empty: none */
  last: string
  /** the tries by the day of the puzzle, for the latest days */
  tries: Readonly<Record<string, number>>
}

const KEY = 'quatre.puzzle'
/** The latest puzzle of the day, for a visit without a network. */
const KEPT = 'quatre.puzzle.kept'
/** How many puzzles are remembered. */
const REMEMBERED = 60
const NONE: Progress = { streak: 0, last: '', tries: {} }

const DAY = 86_400_000
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The day in UTC at a time in Unix milliseconds. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const dayBefore = (date: string): string => dayAt(Date.parse(date) - DAY)

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/** Parses the stored value; what is malformed is dropped. */
export function parseProgress(stored: unknown): Progress {
  if (!isObject(stored)) return NONE
  const { streak, last, tries } = stored
  const days = Object.entries(isObject(tries) ? tries : {})
  const kept = Object.fromEntries(
    days.filter((day): day is [string, number] => isDate(day[0]) && isCount(day[1])),
  )
  const known = isCount(streak) && typeof last === 'string' && isDate(last)
  return { ...NONE, ...(known && { streak, last }), tries: kept }
}

/** The progress after a puzzle was solved. The first result of a puzzle stays. */
export function withSolved(progress: Progress, date: string, tries: number, today: string): Progress {
  if (progress.tries[date]) return progress
  const days = Object.entries({ ...progress.tries, [date]: tries }).sort(([a], [b]) => (a < b ? 1 : -1))
  const kept = { ...progress, tries: Object.fromEntries(days.slice(0, REMEMBERED)) }
  if (date !== today) return kept
  return { ...kept, last: date, streak: progress.last === dayBefore(date) ? progress.streak + 1 : 1 }
}

/** The streak that is alive today: the puzzle of today, or else of yesterday, ends it. */
export const streakOn = ({ streak, last }: Progress, today: string): number =>
  last === today || last === dayBefore(today) ? streak : 0

export const readProgress = (): Progress => parseProgress(readJson(KEY))
export const saveProgress = (progress: Progress): void => void writeJson(KEY, progress)

let hubDay = ''

/** The day in UTC, as the hub said it last: this device's clock may be days off. */
export const today = (): string => hubDay || dayAt(Date.now())

/** Keeps the puzzle of the day, which also says which day it is. */
export function keepPuzzle(puzzle: Puzzle): void {
  hubDay = puzzle.date
  writeJson(KEPT, puzzle)
}

/** The kept puzzle, if it is that of this day. */
export function keptPuzzle(date: string): Puzzle | null {
  const puzzle = readJson(KEPT) as Puzzle | null
  return puzzle?.date === date && Array.isArray(puzzle.turns) ? puzzle : null
}
