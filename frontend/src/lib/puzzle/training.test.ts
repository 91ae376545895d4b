import { expect, it } from 'vitest'
import { stubFullStorage, stubStorage } from '../testing/storage'
import { shifted } from './days.svelte'
import {
  changeTraining,
  comesBack,
  fileOf,
  parseTraining,
  readFile,
  readTraining,
  withMistake,
  withTry,
  type Training,
} from './training'

const NONE = parseTraining(null)
const DAY = '2026-11-28'
const puzzle = { id: 'c7', theme: 'fork' as const, rating: 1000 }
const own = { id: 'm1', theme: 'mine' as const, rating: null }
const solved = { solved: true }
const failed = { solved: false }
const mistake = {
  variant: 'connect4:7x6:4',
  moves: '445',
  first: 1 as const,
  colours: ['red', 'yellow'] as ['red', 'yellow'],
  played: '5',
  game: '/games/abc/1',
}

it('is done with a puzzle that was solved alone, and counts it once', () => {
  const once = withTry(NONE, puzzle, DAY, solved)
  expect([once.results, once.run, comesBack(once, 'c7')]).toEqual([{ c7: '' }, 1, null])
  expect(once.rating.rating).toBeGreaterThan(NONE.rating.rating)
  for (const later of [DAY, '2027-01-01'])
    for (const again of [solved, failed]) expect(withTry(once, puzzle, later, again)).toBe(once)
})

it('brings a failed puzzle back after 1, 3, 7 and 21 days, and from the start if it fails again', () => {
  let training = withTry(NONE, puzzle, DAY, failed)
  const { rating } = training
  expect([training.run, comesBack(training, 'c7')]).toEqual([0, '2026-11-29'])
  expect(withTry(training, puzzle, DAY, solved), 'not before').toBe(training)
  let day = '2026-11-29'
  for (const days of [3, 7, 21]) {
    training = withTry(training, puzzle, day, solved)
    expect(comesBack(training, 'c7')).toBe(shifted(day, days))
    const again = withTry(training, puzzle, (day = shifted(day, days)), failed)
    expect(comesBack(again, 'c7')).toBe(shifted(day, 1))
  }
  training = withTry(training, puzzle, day, solved)
  expect([training.results, training.run]).toEqual([{ c7: '' }, 4])
  expect(training.rating, 'a repetition does not count').toBe(rating)
})

it('leaves the row as it is after a hint', () => {
  const one = withTry(NONE, puzzle, DAY, solved)
  expect(withTry(one, { ...puzzle, id: 'c8' }, DAY, { solved: true, hinted: true })).toMatchObject({
    run: 1,
    results: { c8: '' },
  })
})

it('keeps own mistakes once, for tomorrow, and without a rating', () => {
  let training = withMistake(NONE, mistake, DAY)
  expect(withMistake(training, { ...mistake, game: '/games/other/1' }, DAY)).toBe(training)
  expect(training.mistakes).toEqual([{ ...mistake, id: 'm1' }])
  expect(comesBack(training, 'm1')).toBe('2026-11-29')
  const tried = withTry(training, own, '2026-12-05', solved)
  expect([tried.rating, comesBack(tried, 'm1')]).toEqual([NONE.rating, '2026-12-08'])
  for (let n = 0; n < 200; n++) training = withMistake(training, { ...mistake, moves: `55${n}` }, DAY)
  expect(training.mistakes).toHaveLength(200)
  expect([training.mistakes[0]?.id, training.results.m1, training.mistakes.at(-1)?.id]).toEqual([
    'm2',
    undefined,
    'm201',
  ])
})

it('reads what it wrote, also from a file', () => {
  stubStorage()
  const written = changeTraining((known) => withTry(withMistake(known, mistake, DAY), puzzle, DAY, failed))
  expect(readTraining()).toEqual(written)
  expect(readFile(fileOf(written))).toEqual(written)
  for (const other of ['', '{}', '[]', '{"quatre":"games"}']) expect(readFile(other)).toBeNull()
  stubFullStorage()
  expect(changeTraining((known) => withTry(known, puzzle, DAY, solved)).results).toEqual({ c7: '' })
})

it('drops what is malformed', () => {
  for (const malformed of [
    '',
    [],
    { results: 7, mistakes: {} },
    { rating: { rating: '1', deviation: 1, volatility: 1 }, run: -3 },
    { results: { x1: '', c1: '2026-11-31 0', c2: '2026-11-30 4', c3: null, __proto__: '' } },
    {
      mistakes: [
        { ...mistake, id: 'c1' },
        { ...mistake, id: 'm1', game: 'https://elsewhere/' },
        { ...mistake, id: 'm1', colours: ['red'] },
        null,
      ],
    },
  ])
    expect(parseTraining(malformed)).toEqual(NONE)
  const many: Training['results'] = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`c${n}`, '']))
  expect(Object.keys(parseTraining({ results: many }).results)).toHaveLength(6000)
})
