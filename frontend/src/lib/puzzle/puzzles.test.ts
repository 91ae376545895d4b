import { expect, it } from 'vitest'
import { openapi } from '../testing/protocol'
import { shifted } from './days.svelte'
import { FIRST, puzzleOn } from './puzzles'

it('has the puzzles of the hub', () => {
  const puzzle = puzzleOn('2026-11-23')!
  const plies = 2 * puzzle.turns.length - 1
  expect({ ...puzzle, plies }).toEqual(openapi.components.examples.puzzle!.value)
})

it('has none before the first day, and none of what is no day', () => {
  expect(puzzleOn(FIRST)?.turns).toHaveLength(2)
  for (const date of [shifted(FIRST, -1), '2026-11-31', 'today', '']) expect(puzzleOn(date)).toBeNull()
})

it('begins again after the last one', () => {
  expect(puzzleOn(shifted(FIRST, 406))?.moves).toBe(puzzleOn(FIRST)?.moves)
  expect(puzzleOn(shifted(FIRST, 405))?.moves).not.toBe(puzzleOn(FIRST)?.moves)
})
