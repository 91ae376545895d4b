import { expect, it } from 'vitest'
import type { Puzzle } from '../protocol/puzzle'
import {
  answerOf,
  isOver,
  settle,
  solution,
  solverSeat,
  START,
  tryMarks,
  tryMove,
  type Attempt,
} from './attempt'

/** Yellow wins in two moves: first in column 3, then in column 1 or 4. */
const puzzle: Puzzle = {
  date: '2026-11-23',
  variant: 'connect4:7x6:4',
  moves: '12345',
  turns: [
    {
      outcomes: { '1': 'loss', '2': 'draw', '3': 'win' },
      replies: { '1': '5', '2': '6', '3': '7' },
      slow: {},
    },
    { outcomes: { '1': 'win', '2': 'slow_win', '4': 'win' }, replies: {}, slow: { '2': 3 } },
  ],
}
const settleAll = (attempt: Attempt): Attempt => {
  const next = /right|wrong|punished/.test(attempt.phase) ? settle(puzzle, attempt) : attempt
  return next === attempt ? attempt : settleAll(next)
}
const play = (...moves: string[]) =>
  moves.reduce((attempt, move) => settleAll(tryMove(puzzle, attempt, move)), START)

it('knows who plays', () => {
  expect(solverSeat(puzzle)).toBe(2)
  expect(solverSeat({ ...puzzle, moves: '1234' })).toBe(1)
})

it('answers a wrong move, takes both back, and counts it', () => {
  const tried = tryMove(puzzle, START, '2')
  const last = { move: '2', outcome: 'draw' }
  expect(tried).toEqual({ tried: 1, found: 0, played: ['2'], wrong: [0], last, phase: 'wrong' })
  expect(tryMove(puzzle, tried, '3'), 'while it is shown').toBe(tried)
  const punished = settle(puzzle, tried)
  expect(punished).toEqual({ ...tried, played: ['2', '6'], phase: 'punished' })
  expect(tryMove(puzzle, punished, '3'), 'while it is shown').toBe(punished)
  const back = settle(puzzle, punished)
  expect(back).toEqual({ ...tried, played: [], phase: 'asked' })
  expect(answerOf(puzzle, back), 'for the words, which stay').toBe('6')
  expect(play('2', '1', '2').wrong).toEqual([0, 0, 0])
})

it('answers the right move, and ends with the last one', () => {
  const found = tryMove(puzzle, START, '3')
  const last = { move: '3', outcome: 'win' }
  expect(found).toEqual({ tried: 1, found: 1, played: ['3'], wrong: [], last, phase: 'right' })
  expect(settle(puzzle, found)).toEqual({ ...found, played: ['3', '7'], phase: 'asked' })
  for (const last of ['1', '4'])
    expect(play('3', last)).toMatchObject({ found: 2, played: ['3', '7', last], phase: 'solved' })
})

it('accepts a slow win, and lets look for the quickest one', () => {
  const slow = play('3', '2')
  expect(slow).toMatchObject({ found: 1, played: ['3', '7', '2'], wrong: [], phase: 'slow' })
  expect([isOver(slow), tryMarks(slow), answerOf(puzzle, slow)]).toEqual([true, '✅✅', undefined])
  const again = settle(puzzle, slow)
  expect(again).toMatchObject({ played: ['3', '7'], phase: 'asked' })
  expect(tryMove(puzzle, again, '4').phase).toBe('solved')
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
  expect(tryMarks(play('1', '2', '3', '4'))).toBe('❌❌✅✅')
})
