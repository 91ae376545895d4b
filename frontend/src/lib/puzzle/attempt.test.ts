import { expect, it } from 'vitest'
import {
  answerOf,
  explain,
  isOver,
  rightMove,
  settle,
  solution,
  START,
  tryMarks,
  tryMove,
  type Attempt,
} from './attempt'
import { parsePuzzle, solverSeat, type Puzzle } from './puzzle'

/** Yellow wins in two moves: first in column 3, then in column 1 or 4. */
const puzzle = parsePuzzle('c1', '12345 fork 1000 ldW----567---- Ww-W---23-----')
/** Only column 7 holds the draw. */
const held = parsePuzzle('c2', '472146245353226 only 820 llllllH777777-')
const settleAll = (attempt: Attempt): Attempt => {
  const next = /right|wrong|punished/.test(attempt.phase) ? settle(puzzle, attempt) : attempt
  return next === attempt ? attempt : settleAll(next)
}
const play = (...moves: string[]) =>
  moves.reduce((attempt, move) => settleAll(tryMove(puzzle, attempt, move)), START)

it('knows who plays', () => {
  expect(solverSeat(puzzle)).toBe(2)
  expect(solverSeat({ ...puzzle, moves: ['1', '2'] })).toBe(1)
  expect(solverSeat({ ...puzzle, first: 2 })).toBe(1)
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

it('ends with the move that holds the draw', () => {
  const wrong = settle(held, tryMove(held, START, '1'))
  expect(wrong).toMatchObject({ played: ['1', '7'], phase: 'punished' })
  const found = tryMove(held, settle(held, wrong), '7')
  expect([found.phase, isOver(found), found.last?.outcome]).toEqual(['solved', true, 'hold'])
  expect([settle(held, found), rightMove(held, 0), solution(held).phase]).toEqual([found, '7', 'solved'])
})

it('puts a losing move back on the board to explain it, and not one that draws', () => {
  const after = play('3', '1')
  expect(explain(puzzle, after)).toBe(after)
  const wrong = play('1')
  const explained = explain(puzzle, wrong)
  expect(explained).toEqual({ ...wrong, phase: 'explained', played: ['1', '5'] })
  expect(tryMove(puzzle, explained, '3'), 'while it is shown').toBe(explained)
  expect(settle(puzzle, explained)).toEqual(wrong)
  expect(explain(puzzle, play('2')).phase).toBe('asked')
})

it('waits for what is not known yet, and goes on without an answer when the game is over', () => {
  const asked: Puzzle = { ...puzzle, turns: [] }
  expect([tryMove(asked, START, '3'), rightMove(asked, 0)]).toEqual([START, undefined])
  const turn = { outcomes: { P1: 'loss' as const }, replies: {}, slow: {} }
  const wrong = tryMove({ ...asked, turns: [turn] }, START, 'P1')
  expect(settle({ ...asked, turns: [turn] }, wrong)).toBe(wrong)
  const over = { ...asked, turns: [{ ...turn, replies: { P1: '' } }] }
  const punished = settle(over, wrong)
  expect([punished.played, punished.phase]).toEqual([['P1'], 'punished'])
  expect(settle(over, punished)).toMatchObject({ played: [], phase: 'asked' })
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
