/** Which puzzle comes next. Pure. */
import type { Listed, Theme } from './puzzle'
import { comesBack, type Training } from './training'

/** A theme, or a mixture of all games that the person knows. */
export type Choice = Theme | 'mixed'

export interface Choosing {
  /** all puzzles, with the own mistakes */
  puzzles: readonly Listed[]
  training: Training
  choice: Choice
  /** whether Force 3 is part of the mixture */
  force3: boolean
  today: string
  /** the puzzle that must not come again at once; empty: none */
  last: string
  /** which puzzles of the days come soon, and are left to their days */
  soon: (id: string) => boolean
  random: () => number
}

/** One of so many puzzles with the nearest ratings comes next. */
const NEAREST = 8

const isOf = ({ theme }: Listed, choice: Choice, force3: boolean): boolean =>
  choice === 'mixed' ? force3 || !theme.startsWith('force3') : theme === choice

/**
 * First what is to come back by today, the longest due first; then a new puzzle whose rating is near the person's; then,
 * if there are no new ones, what comes back next. null: all puzzles of the theme are done.
 */
export function nextPuzzle({
  puzzles,
  training,
  choice,
  force3,
  today,
  last,
  soon,
  random,
}: Choosing): string | null {
  const of = puzzles.filter((one) => isOf(one, choice, force3) && one.id !== last)
  const back = of
    .flatMap(({ id }) => ({ id, day: comesBack(training, id) ?? '' }))
    .filter(({ day }) => day !== '')
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const due = back.find(({ day }) => day <= today)
  if (due) return due.id
  const away = ({ rating }: Listed) => Math.abs((rating ?? 0) - training.rating.rating)
  const fresh = of
    .filter(({ id }) => training.results[id] === undefined && !soon(id))
    .sort((a, b) => away(a) - away(b))
    .slice(0, NEAREST)
  return fresh[Math.floor(random() * fresh.length)]?.id ?? back[0]?.id ?? null
}

/** How many puzzles of each theme there are, and how many are done. */
export function countThemes(puzzles: readonly Listed[], { results }: Training) {
  const counts: Partial<Record<Theme, { all: number; done: number }>> = {}
  for (const { id, theme } of puzzles) {
    const count = (counts[theme] ??= { all: 0, done: 0 })
    count.all++
    if (results[id] === '') count.done++
  }
  return counts
}
