import { expect, it } from 'vitest'
import { stubStorage } from '../testing/storage'
import { shifted } from './days.svelte'
import {
  changeProgress,
  isSolved,
  parseProgress,
  readProgress,
  streakOn,
  triesOf,
  withSolved,
  withWrong,
  type Progress,
} from './progress'

const NONE = parseProgress(null)

/** Solves the puzzles of these days, each on its day. */
const solveOn = (...days: string[]): Progress =>
  days.reduce((progress, day) => withSolved(progress, day, day), NONE)

it('counts days in a row', () => {
  const three = solveOn('2026-11-21', '2026-11-22', '2026-11-23')
  expect(streakOn(three, '2026-11-23')).toBe(3)
  expect(streakOn(three, '2026-11-24'), 'the day is not over').toBe(3)
  expect(streakOn(three, '2026-11-25')).toBe(0)
  expect(streakOn(solveOn('2026-11-21', '2026-11-23'), '2026-11-23')).toBe(1)
})

it('leaves the streak alone when a puzzle of another day is tried or solved', () => {
  const before = solveOn('2026-11-22')
  const late = withSolved(withWrong(before, '2026-11-01'), '2026-11-01', '2026-11-23')
  expect(late).toEqual({ streak: 1, last: '2026-11-22', tries: { '2026-11-22': 1, '2026-11-01': 2 } })
})

it('counts the wrong moves over visits, and solves at whatever try', () => {
  const twice = withWrong(withWrong(solveOn('2026-11-22'), '2026-11-23'), '2026-11-23')
  expect([isSolved(twice, '2026-11-23'), triesOf(twice, '2026-11-23')]).toEqual([false, 3])
  const solved = withSolved(twice, '2026-11-23', '2026-11-23')
  expect([isSolved(solved, '2026-11-23'), triesOf(solved, '2026-11-23')]).toEqual([true, 3])
  expect(streakOn(solved, '2026-11-23')).toBe(2)
})

it('keeps the first result of a puzzle', () => {
  const first = solveOn('2026-11-23')
  expect(withWrong(first, '2026-11-23')).toBe(first)
  expect(withSolved(first, '2026-11-23', '2026-11-23')).toBe(first)
})

it('remembers every day, also what another tab has stored', () => {
  stubStorage()
  const days = Array.from({ length: 1000 }, (_, n) => shifted('2024-01-01', n))
  changeProgress((known) => ({ ...known, tries: Object.fromEntries(days.map((day) => [day, 1])) }))
  changeProgress((known) => withWrong(known, '2026-11-23'))
  expect(Object.keys(readProgress().tries)).toHaveLength(1001)
  expect(readProgress().tries['2026-11-23']).toBe(-1)
})

it('reads what it wrote, and drops what is malformed', () => {
  const progress = withWrong(solveOn('2026-11-22', '2026-11-23'), '2026-11-01')
  expect(parseProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress)
  for (const malformed of [
    '',
    [],
    7,
    { tries: null },
    { tries: 'x' },
    { streak: -1, last: '2026-11-23', tries: { x: 1, '2026-11-23': 0, '2026-11-22': 1.5 } },
  ])
    expect(parseProgress(malformed)).toEqual(NONE)
})
