import { expect, it } from 'vitest'
import { countThemes, nextPuzzle, type Choosing } from './next'
import type { Listed } from './puzzle'
import { parseTraining } from './training'

const puzzles: Listed[] = [
  ...Array.from({ length: 30 }, (_, i) => ({
    id: `c${i + 1}`,
    theme: 'fork' as const,
    rating: 600 + 40 * i,
  })),
  { id: 'c31', theme: 'plan', rating: 1005 },
  { id: 'f1', theme: 'force3-slide', rating: 1000 },
  { id: 'm1', theme: 'mine', rating: null },
]
const next = (results: Record<string, string>, more: Partial<Choosing> = {}) =>
  nextPuzzle({
    puzzles,
    training: parseTraining({ results }),
    choice: 'mixed',
    force3: false,
    today: '2026-11-28',
    last: '',
    soon: () => false,
    random: () => 0,
    ...more,
  })

it('begins with what is due, the longest due first, in its theme', () => {
  const results = { c1: '2026-11-28 0', m1: '2026-11-20 1', c2: '2026-11-29 0' }
  expect(next(results)).toBe('m1')
  expect(next(results, { last: 'm1' })).toBe('c1')
  expect(next(results, { choice: 'fork' })).toBe('c1')
  expect(next(results, { choice: 'plan' })).toBe('c31')
})

it('goes on with a new one near the rating of the person', () => {
  const due = { m1: '2027-01-01 0' }
  expect(next(due)).toBe('c11') // rated 1000, as the person
  expect(next(due, { random: () => 0.99 })).toMatch(/^c(7|8|14|15)$/)
  expect(next({ ...due, c11: '' })).toBe('c31')
  expect(next({ ...due, c11: '' }, { force3: true })).toBe('f1')
  expect(next(due, { soon: (id) => id === 'c11' })).toBe('c31')
})

it('ends with what comes back later, or with nothing', () => {
  expect(next({ c31: '2026-12-01 0' }, { choice: 'plan' })).toBe('c31')
  expect(next({ c31: '' }, { choice: 'plan' })).toBeNull()
  expect(next({ c31: '2026-12-01 0' }, { choice: 'plan', last: 'c31' })).toBeNull()
})

it('counts what is solved in each theme', () => {
  const counts = countThemes(puzzles, parseTraining({ results: { c1: '', c2: '2026-12-01 0' } }))
  expect([counts.fork, counts.plan, counts.only]).toEqual([
    { all: 30, done: 1 },
    { all: 1, done: 0 },
    undefined,
  ])
})
