import { expect, it } from 'vitest'
import type { Puzzle } from '../protocol/puzzle'
import { settle, solution, solverSeat, START, triesOf, tryMarks, tryMove } from './attempt'

/** Yellow wins in two moves: first in column 3, then in column 1 or 4. */
const puzzle: Puzzle = {
  date: '2026-11-23',
  variant: 'connect4:7x6:4',
  moves: '12345',
  plies: 3,
  turns: [
    { outcomes: { '1': 'loss', '2': 'draw', '3': 'win' }, reply: '7' },
    { outcomes: { '1': 'win', '2': 'slow_win', '4': 'win' } },
  ],
}
const play = (...moves: string[]) =>
  moves.reduce((attempt, move) => settle(puzzle, tryMove(puzzle, attempt, move)), START)

it('knows who plays', () => {
  expect(solverSeat(puzzle)).toBe(2)
  expect(solverSeat({ ...puzzle, moves: '1234' })).toBe(1)
})

it('takes a wrong move back, and counts it', () => {
  const tried = tryMove(puzzle, START, '2')
  expect(tried).toEqual({ tried: 1, found: 0, played: ['2'], wrong: [0], last: 'draw', phase: 'refused' })
  expect(tryMove(puzzle, tried, '3'), 'while it is shown').toBe(tried)
  expect(settle(puzzle, tried)).toEqual({ ...tried, played: [], phase: 'asked' })
  expect(triesOf(play('2', '1', '2'))).toBe(4)
})

it('answers the right move, and ends with the last one', () => {
  const found = tryMove(puzzle, START, '3')
  expect(found).toEqual({ tried: 1, found: 1, played: ['3'], wrong: [], last: 'win', phase: 'answered' })
  expect(settle(puzzle, found)).toEqual({ ...found, played: ['3', '7'], phase: 'asked' })
  for (const last of ['1', '4'])
    expect(play('3', last)).toMatchObject({ found: 2, played: ['3', '7', last], phase: 'solved' })
})

it('takes a slow win back without counting it', () => {
  expect(play('3', '2')).toMatchObject({ found: 1, played: ['3', '7'], wrong: [], last: 'slow_win' })
})

it('ignores what is no move', () => {
  expect(tryMove(puzzle, START, '6')).toBe(START)
  const solved = play('3', '1')
  expect(tryMove(puzzle, solved, '1')).toBe(solved)
  expect(settle(puzzle, solved)).toBe(solved)
})

it('knows the solution', () => {
  expect(solution(puzzle)).toMatchObject({ played: ['3', '7', '1'], phase: 'solved', wrong: [] })
})

it('shows the tries of each turn without the moves', () => {
  expect(tryMarks(play('1', '2', '3', '2', '4'))).toBe('❌❌✅✅')
})
