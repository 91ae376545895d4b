import { expect, it } from 'vitest'
import { answer, draw, loss, sure, win } from '../analysis/testing'
import { turnOf, withReply } from './asked'
import { parsePuzzle, type Puzzle } from './puzzle'

const force3 = (theme: string, plies: number): Puzzle => parsePuzzle('f1', `P6,P8 ${theme} 1000 ${plies}`)
const own: Puzzle = { ...force3('move', 1), id: 'm1', theme: 'mine', rating: null, count: 1 }

it('wants the quickest win in the plies that are left, and accepts slower ones', () => {
  const analysis = answer({ P1: sure(win(3)), P2: sure(win(7)), P3: sure(draw), P4: sure(loss(2)) })
  expect(turnOf(force3('move', 3), 0, analysis)).toEqual({
    outcomes: { P1: 'win', P2: 'slow_win', P3: 'draw', P4: 'loss' },
    replies: {},
    slow: { P2: 4 },
  })
  expect(turnOf(force3('move', 7), 1, analysis).slow, 'three turns are left').toEqual({ P2: 4 })
})

it('wants the draw where nothing wins', () => {
  const analysis = answer({ P1: sure(draw), P2: sure(loss(4)) })
  expect(turnOf(force3('only', 0), 0, analysis).outcomes).toEqual({ P1: 'hold', P2: 'loss' })
})

it('wants any move with the best outcome in an own mistake', () => {
  const outcomes = (moves: Parameters<typeof answer>[0]) => turnOf(own, 0, answer(moves)).outcomes
  expect(outcomes({ a: sure(win(3)), b: sure(win(9)), c: sure(draw) })).toEqual({
    a: 'win',
    b: 'win',
    c: 'draw',
  })
  expect(outcomes({ a: sure(draw), b: sure(draw), c: sure(loss(2)) })).toEqual({
    a: 'hold',
    b: 'hold',
    c: 'loss',
  })
  expect(outcomes({ a: sure(loss(8)), b: sure(loss(2)) })).toEqual({ a: 'hold', b: 'loss' })
})

it('takes the best answer, if the game goes on', () => {
  const turn = turnOf(own, 0, answer({ a: sure(draw) }))
  expect(withReply(turn, 'a', answer({ b: sure(loss(2)), c: sure(win(1)) })).replies).toEqual({ a: 'c' })
  expect(withReply(turn, 'a', { moves: [] }).replies).toEqual({ a: '' })
})
