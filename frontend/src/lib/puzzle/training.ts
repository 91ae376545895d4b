/**
 * What the person has done with puzzles on this device: the results, when a failed puzzle comes back, the rating, and the
 * mistakes from their own games. Without storage, nothing is remembered.
 */
import { isColour } from '../analysis/line'
import { isObject } from '../protocol/json'
import type { Colours, Seat } from '../protocol/entries'
import { readJson, writeJson } from '../storage'
import { isDate, shifted } from './days.svelte'
import { rated, type Rating } from './glicko'
import type { Listed } from './puzzle'

/** A mistake from an own game: the position before it, and what was played. */
export interface Mistake {
  id: string
  variant: string
  /** as addresses have them */
  moves: string
  first: Seat
  colours: Colours
  played: string
  /** the address of the game */
  game: string
}

export interface Training {
  rating: Rating
  /** how many puzzles were solved in a row, alone */
  run: number
  /** by the ID of a puzzle: when it comes back, as `2026-11-29 0` with the number of times before; empty: it is done */
  results: Readonly<Record<string, string>>
  /** the oldest first */
  mistakes: readonly Mistake[]
}

const KEY = 'quatre.training'
const NONE: Training = {
  rating: { rating: 1000, deviation: 350, volatility: 0.06 },
  run: 0,
  results: {},
  mistakes: [],
}

/** After how many days a failed puzzle comes back, the first time and then after each success. */
const DAYS = [1, 3, 7, 21] as const
/** The uncertainty of the ratings of puzzles: they come from levels that tried them. */
const PUZZLE_DEVIATION = 80
const MAX_RESULTS = 6000
const MAX_MISTAKES = 200

const RESULT = /^(\d{4}-\d\d-\d\d) [0-3]$/
const isResult = (value: unknown): value is string =>
  typeof value === 'string' && (value === '' || isDate(RESULT.exec(value)?.[1] ?? ''))
const isRating = (value: unknown): value is Rating =>
  isObject(value) && [value.rating, value.deviation, value.volatility].every((n) => Number.isFinite(n))

const isMistake = (value: unknown): value is Mistake =>
  isObject(value) &&
  [value.id, value.variant, value.moves, value.played].every((text) => typeof text === 'string') &&
  /^m\d+$/.test(value.id as string) &&
  /^\/games\/[\w-]+\/\d+$/.test(String(value.game)) &&
  (value.first === 1 || value.first === 2) &&
  Array.isArray(value.colours) &&
  value.colours.length === 2 &&
  value.colours.every((colour) => isColour(String(colour)))

/** Parses the stored value, or that of a file; what is malformed is dropped. */
export function parseTraining(stored: unknown): Training {
  if (!isObject(stored)) return NONE
  const { rating, run, results, mistakes } = stored
  const kept = Object.entries(isObject(results) ? results : {})
    .filter((pair): pair is [string, string] => /^[dcfm]\d+$/.test(pair[0]) && isResult(pair[1]))
    .slice(0, MAX_RESULTS)
  return {
    rating: isRating(rating) ? rating : NONE.rating,
    run: Number.isSafeInteger(run) && Number(run) > 0 ? Number(run) : 0,
    results: Object.fromEntries(kept),
    mistakes: Array.isArray(mistakes) ? mistakes.filter(isMistake).slice(-MAX_MISTAKES) : [],
  }
}

/** The day on which a puzzle comes back; null: it is new, or done. */
export const comesBack = ({ results }: Training, id: string): string | null =>
  results[id] ? results[id].slice(0, 10) : null

/** Whether a result on that day counts: the puzzle is new, or was to come back by then. */
export const counts = (training: Training, id: string, today: string): boolean =>
  training.results[id] === undefined || (comesBack(training, id) ?? '9') <= today

/**
 * The training after a try. `solved`: at once, and without a hint that shows where to play; `hinted`: with another hint.
 * The rating changes with the first try at a puzzle that has a rating. Nothing changes if the try does not count.
 */
export function withTry(
  training: Training,
  { id, rating }: Listed,
  today: string,
  { solved, hinted = false }: { solved: boolean; hinted?: boolean },
): Training {
  if (!counts(training, id, today)) return training
  const before = training.results[id]
  const times = before === undefined ? DAYS.length : Number(before.slice(-1)) + 1
  const next = solved ? times : 0
  const isRated = before === undefined && rating !== null
  const game = { against: { rating: rating ?? 0, deviation: PUZZLE_DEVIATION }, score: solved ? 1 : 0 }
  const result = next < DAYS.length ? `${shifted(today, DAYS[next]!)} ${next}` : ''
  return {
    ...training,
    rating: isRated ? rated(training.rating, [game]) : training.rating,
    run: !solved ? 0 : hinted ? training.run : training.run + 1,
    results: { ...training.results, [id]: result },
  }
}

/** The training with another own mistake, which comes back tomorrow; the same one if it is known. The oldest ones go. */
export function withMistake(training: Training, mistake: Omit<Mistake, 'id'>, today: string): Training {
  const { mistakes, results } = training
  const same = ({ variant, moves }: Mistake) => variant === mistake.variant && moves === mistake.moves
  if (mistakes.some(same)) return training
  const id = `m${1 + Number(mistakes.at(-1)?.id.slice(1) ?? 0)}`
  const kept = [...mistakes, { ...mistake, id }].slice(-MAX_MISTAKES)
  const gone = mistakes.filter((one) => !kept.includes(one)).map((one) => one.id)
  const others = Object.entries(results).filter(([known]) => !gone.includes(known))
  return {
    ...training,
    results: { ...Object.fromEntries(others), [id]: `${shifted(today, DAYS[0])} 0` },
    mistakes: kept,
  }
}

export const readTraining = (): Training => parseTraining(readJson(KEY))

/** Changes what is stored: another tab may have changed it meanwhile. */
export function changeTraining(change: (training: Training) => Training): Training {
  const before = readTraining()
  const training = change(before)
  if (training !== before) writeJson(KEY, training)
  return training
}

/** The training as the text of a file. */
export const fileOf = (training: Training): string => JSON.stringify({ quatre: 'puzzles', ...training })

/** The training in such a text; null: it is something else. */
export function readFile(text: string): Training | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value.quatre === 'puzzles' ? parseTraining(value) : null
  } catch {
    return null
  }
}
