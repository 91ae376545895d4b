import { afterEach, expect, it, vi } from 'vitest'
import type { Puzzle } from '../protocol/puzzle'
import { stubStorage } from '../testing/storage'
import {
  dayAt,
  dayBefore,
  keepPuzzle,
  keptPuzzle,
  parseProgress,
  streakOn,
  today,
  withSolved,
  type Progress,
} from './progress'

const NONE = parseProgress(null)

afterEach(() => vi.useRealTimers())

/** Solves the puzzles of these days, each on its day. */
const solveOn = (...days: string[]): Progress =>
  days.reduce((progress, day) => withSolved(progress, day, 1, day), NONE)

it('knows the days in UTC', () => {
  expect(dayAt(Date.UTC(2026, 10, 23, 23, 59))).toBe('2026-11-23')
  expect(dayBefore('2026-03-01')).toBe('2026-02-28')
  expect(dayBefore('2027-01-01')).toBe('2026-12-31')
})

it.each([
  ['2026-11-23', '2026-11-23T12:00Z'],
  ['2026-11-24', '2026-11-25T03:00Z'],
  ['2026-11-25', '2026-11-22T00:00Z'],
  ['2026-11-26', '2026-12-30T23:59Z'],
  ['2026-11-27', '1970-01-01T00:00Z'],
  ['2026-11-28', '2031-02-28T08:00Z'],
])('takes the hub’s day for today, %s, if the device says %s', (date, device) => {
  stubStorage()
  vi.useFakeTimers({ now: Date.parse(device) })
  const puzzle: Puzzle = { date, variant: 'connect4:7x6:4', moves: '', plies: 3, turns: [] }
  keepPuzzle(puzzle)
  expect([today(), keptPuzzle(today())]).toEqual([date, puzzle])
})

it('counts days in a row', () => {
  const three = solveOn('2026-11-21', '2026-11-22', '2026-11-23')
  expect(streakOn(three, '2026-11-23')).toBe(3)
  expect(streakOn(three, '2026-11-24'), 'the day is not over').toBe(3)
  expect(streakOn(three, '2026-11-25')).toBe(0)
  expect(streakOn(solveOn('2026-11-21', '2026-11-23'), '2026-11-23')).toBe(1)
})

it('counts no puzzle of another day', () => {
  const late = withSolved(solveOn('2026-11-22'), '2026-11-01', 4, '2026-11-23')
  expect(late).toEqual({ streak: 1, last: '2026-11-22', tries: { '2026-11-22': 1, '2026-11-01': 4 } })
})

it('keeps the first result of a puzzle', () => {
  const first = withSolved(NONE, '2026-11-23', 3, '2026-11-23')
  expect(withSolved(first, '2026-11-23', 1, '2026-11-23')).toBe(first)
})

it('remembers the latest puzzles only', () => {
  let progress = NONE
  for (let day = '2026-11-23', n = 0; n < 100; n++, day = dayBefore(day))
    progress = withSolved(progress, day, 1, '2026-11-24')
  const days = Object.keys(progress.tries).sort()
  expect([days.length, days.at(-1)]).toEqual([60, '2026-11-23'])
})

it('reads what it wrote, and drops what is malformed', () => {
  const progress = solveOn('2026-11-22', '2026-11-23')
  expect(parseProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress)
  for (const malformed of [
    '',
    [],
    7,
    { tries: null },
    { tries: 'x' },
    { streak: -1, last: '2026-11-23', tries: { x: 1, '2026-11-23': 0 } },
  ])
    expect(parseProgress(malformed)).toEqual(NONE)
})
