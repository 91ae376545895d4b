import { expect, it } from 'vitest'
import { openapi } from '../testing/protocol'
import { shifted } from './days.svelte'
import { collection, puzzleOf } from './collection'
import { THEMES } from './puzzle'
import { FIRST, isSoon, puzzleOn } from './puzzles'

it('has the puzzles of the hub', () => {
  const { variant, moves, count, turns } = puzzleOn('2026-11-23')!
  const example = { date: '2026-11-23', variant, moves: moves.join(''), turns, plies: 2 * count - 1 }
  expect(example).toEqual(openapi.components.examples.puzzle!.value)
})

it('has none before the first day, and none of what is no day', () => {
  expect(puzzleOn(FIRST)?.turns).toHaveLength(2)
  for (const date of [shifted(FIRST, -1), '2026-11-31', 'today', '']) expect(puzzleOn(date)).toBeNull()
})

it('begins again after the last one', () => {
  expect(puzzleOn(shifted(FIRST, 406))?.moves).toEqual(puzzleOn(FIRST)?.moves)
  expect(puzzleOn(shifted(FIRST, 405))?.moves).not.toEqual(puzzleOn(FIRST)?.moves)
})

it('has puzzles of all themes, under IDs that stay', () => {
  expect(new Set(collection.map(({ theme }) => theme))).toEqual(new Set(THEMES))
  for (const { id, theme, rating } of collection) expect(puzzleOf(id)).toMatchObject({ id, theme, rating })
  expect(puzzleOf('d1')).toEqual(puzzleOn(FIRST))
  expect(puzzleOf('c2')).toMatchObject({ theme: 'chain', moves: [...'1211364757312762737'], count: 3 })
  expect(puzzleOf('f2')).toMatchObject({ theme: 'force3-move', variant: 'force3', count: 2, turns: [] })
  for (const id of ['', 'd0', 'd9999', 'x1', 'm1', 'c01']) expect(puzzleOf(id)).toBeNull()
})

it('leaves the puzzles of the next days to their days', () => {
  const soon = (days: number) => isSoon(puzzleOn(shifted('2026-11-23', days))!.id, '2026-11-23')
  expect([-1, 0, 29, 30].map(soon)).toEqual([false, true, true, false])
  expect([isSoon('d1', shifted(FIRST, 400)), isSoon('c1', FIRST)]).toEqual([true, false])
})
