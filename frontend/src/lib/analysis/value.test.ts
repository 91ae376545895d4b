import { describe, expect, it, vi } from 'vitest'
import { bestLabelAt } from '../board/selection'
import { gameOf, loadGames } from '../games'
import { bars, relativeHeight, plyAt } from './graph'
import { gradeMove, nextMistake, valueForFirst, type Grade, type Reach } from './grade'
import { answer, between, draw, guessed, loss, sure, win } from './testing'
import { bestMoves, exact, expected, opponentTurns, ownTurns, sortByValue, kindOf, negated } from './value'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

/** A mistake after which move `a` was better. */
const mistake = (from: Reach | 'open', to: Reach, sight = to === 'loss' ? 'near' : 'middle') =>
  ({ is: 'mistake', from, to, better: 'a', sight }) as Extract<Grade, { is: 'mistake' }>

describe('values', () => {
  it('are higher for sooner wins and later losses', () => {
    const line = [win(1), win(41), draw, loss(42), loss(2)].map((result) => expected(sure(result)))
    expect(line).toEqual([...line].sort((a, b) => b - a))
    expect(new Set(line).size).toBe(line.length)
  })

  it('are limited by their bounds, whatever the estimate', () => {
    expect(expected(between(draw, null, -80))).toBe(0)
    expect(expected(between(null, draw, 80))).toBe(0)
    expect(expected(guessed(100))).toBeLessThan(expected(sure(win(200))))
    expect(expected(guessed(-100))).toBeGreaterThan(expected(sure(loss(200))))
  })

  it('are exact only if both bounds are equal', () => {
    expect(exact(sure(win(3)))).toEqual(win(3))
    expect(exact(between(win(5), win(3)))).toBeNull()
    expect(exact(between(draw, null))).toBeNull()
  })

  it('are classified by what is certain', () => {
    const sorts = [between(win(9), null), between(null, loss(8)), between(draw, null), between(null, draw)]
    expect(sorts.map(kindOf)).toEqual(['win', 'loss', 'at-least-draw', 'at-most-draw'])
    expect([sure(draw), guessed(3), between(loss(4), win(5))].map(kindOf)).toEqual([
      'draw',
      'unknown',
      'unknown',
    ])
  })

  it('are negated for the other side', () => {
    expect(negated(between(draw, win(7), 12))).toEqual(between(loss(7), draw, -12))
    expect(negated(negated(sure(loss(6))))).toEqual(sure(loss(6)))
  })

  it('count the moves of one side', () => {
    expect([1, 3, 41].map(ownTurns)).toEqual([1, 2, 21])
    expect([2, 4, 42].map(opponentTurns)).toEqual([1, 2, 21])
  })
})

describe('moves', () => {
  it('are sorted, with the best ones marked', () => {
    const { moves } = answer({ a: sure(draw), d: sure(win(5)), c: sure(loss(2)), b: sure(win(5)) })
    expect(sortByValue(moves).map(({ move }) => move)).toEqual(['b', 'd', 'a', 'c'])
    expect([...bestMoves(moves)].sort()).toEqual(['b', 'd'])
  })

  it('have no best if all are equal', () => {
    expect(bestMoves(answer({ a: sure(draw), b: sure(draw) }).moves).size).toBe(0)
  })
})

describe('grade', () => {
  it.each([
    ['the best of all', { a: sure(win(5)), b: sure(draw) }, 'a', { is: 'best' }],
    ['one of several equal moves', { a: sure(draw), b: sure(draw) }, 'b', { is: 'best' }],
    [
      'a win that takes longer',
      { a: sure(win(3)), b: sure(win(9)) },
      'b',
      { is: 'slower', plies: 9, best: 3 },
    ],
    ['a win given away', { a: sure(win(3)), b: sure(draw) }, 'b', mistake('win', 'draw')],
    ['a win lost', { a: sure(win(3)), b: sure(loss(4)) }, 'b', mistake('win', 'loss')],
    ['a draw lost', { a: sure(draw), b: sure(loss(4)) }, 'b', mistake('draw', 'loss')],
    [
      'a mistake by bounds',
      { a: between(draw, null), b: sure(loss(10)) },
      'b',
      mistake('draw', 'loss', 'middle'),
    ],
    [
      'a loss that comes sooner',
      { a: sure(loss(8)), b: sure(loss(4)) },
      'b',
      { is: 'sooner', plies: 4, best: 8, better: 'a' },
    ],
    ['a loss that was far away', { a: sure(loss(16)), b: sure(loss(8)) }, 'b', mistake('open', 'loss')],
    ['a loss where nothing was certain', { a: guessed(-20), b: sure(loss(8)) }, 'b', mistake('open', 'loss')],
    ['the loss that comes last', { a: sure(loss(8)), b: sure(loss(2)) }, 'a', { is: 'longest' }],
    ['losses that come together', { a: sure(loss(8)), b: sure(loss(8)) }, 'b', { is: 'best' }],
    ['a much lower estimate', { a: guessed(60), b: guessed(-10) }, 'b', { is: 'doubtful', better: 'a' }],
    ['a slightly lower estimate', { a: guessed(20), b: guessed(12) }, 'b', { is: 'good' }],
  ] as const)('grades %s', (_, moves, move, expected) => {
    expect(gradeMove(answer(moves), move)).toEqual(expected)
  })

  it.each([
    ['a win 12 moves away became a draw', win(23), draw, 'far'],
    ['a win 11 moves away became a draw', win(21), draw, 'middle'],
    ['a draw became a loss 12 moves away', draw, loss(24), 'far'],
    ['a win became a loss, both 12 moves away', win(23), loss(24), 'far'],
    ['a win 12 moves away became a loss 5 moves away', win(23), loss(10), 'middle'],
    ['a win 12 moves away became a loss 4 moves away', win(23), loss(8), 'near'],
  ] as const)('softens what lies far ahead: %s', (_, from, to, sight) => {
    expect(gradeMove(answer({ a: sure(from), b: sure(to) }), 'b')).toMatchObject({ is: 'mistake', sight })
  })

  it('names a move that was certain to be better', () => {
    const values = { a: between(null, win(3), 90), b: sure(loss(2)), c: sure(draw) }
    expect(gradeMove(answer(values), 'b')).toMatchObject({ is: 'mistake', better: 'c' })
  })

  it('returns null if too little is known', () => {
    expect(gradeMove(answer({}), 'a')).toBeNull()
    expect(gradeMove(answer({ a: guessed(0), b: guessed(0) }), 'a')).toBeNull()
  })

  it('calls a blunder what was overlooked, whatever the position is worth', () => {
    const moves = { a: sure(loss(2)), b: sure(loss(4)), c: sure(loss(30)) }
    const slip = { is: 'threat', better: ['b', 'c'] } as const
    const blunder = { is: 'blunder', slip: 'threat' }
    expect(gradeMove(answer(moves), 'a', slip)).toEqual({ ...blunder, better: 'c' })
    expect(gradeMove(null, 'a', slip)).toEqual({ ...blunder, better: 'b' })
  })

  it('stops before the next mistake, those of one side first, also before one that was hard to see', () => {
    const draws = mistake('win', 'draw')
    const blunder = { is: 'blunder', slip: 'win', better: 'a' } as const
    const grades = [draws, null, { ...draws, sight: 'far' }, blunder, draws, draws, { is: 'best' }] as const
    expect([-1, 0, 2, 4, 6].map((ply) => nextMistake(grades, ply, null))).toEqual([0, 2, 3, 5, 0])
    expect([-1, 0, 4, 3, 5, 6].map((ply) => nextMistake(grades, ply, 0))).toEqual([0, 2, 3, 5, 0, 0])
    expect([-1, 3, 5, 0, 4, 6].map((ply) => nextMistake(grades, ply, 1))).toEqual([3, 5, 0, 2, 3, 3])
    expect(nextMistake([null, { is: 'best' }], 0, null)).toBeNull()
  })
})

describe('graph', () => {
  it('shows the side that began above the middle, whichever side is to move', () => {
    const winning = answer({ a: sure(win(3)) })
    expect(valueForFirst(winning, 0)).toBeGreaterThan(0)
    expect(valueForFirst(winning, 1)).toBeLessThan(0)
    expect(valueForFirst(null, 0)).toBeNull()
    expect(valueForFirst(answer({}), 0)).toBeNull()
  })

  it('draws close wins highest, and estimates lower than wins', () => {
    const [soonWin, lateWin, bestEstimate] = [
      relativeHeight(expected(sure(win(1)))),
      relativeHeight(expected(sure(win(41)))),
      relativeHeight(expected(guessed(100))),
    ]
    expect(soonWin).toBeGreaterThan(lateWin)
    expect(lateWin).toBeGreaterThan(bestEstimate)
    expect(relativeHeight(-0.999)).toBe(-relativeHeight(0.999))
  })

  it('has a bar for each known position', () => {
    const list = bars([0.9, null, -0.9, 0], 100)
    expect(list.map(({ ply, side }) => [ply, side])).toEqual([
      [0, 'one'],
      [2, 'two'],
      [3, 'none'],
    ])
    expect(list[0]!.top + list[0]!.height).toBe(50)
    expect(list[1]!.top).toBe(50)
    expect([0, 199, 399, 500].map((x) => plyAt(x, 400, 4))).toEqual([0, 1, 3, 3])
  })
})

describe('labels on places', () => {
  const { choices } = gameOf('force3')!.at(['P1', 'P9'], 1)
  const label = (move: string, rank: number) =>
    ({ move, rank, text: move, sign: '', tone: 'good', best: false, words: '' }) as const
  const labels = [label('P2', 1), label('S2', 3), label('M1-2', 2)]

  it('show the best choice that can begin there', () => {
    expect(bestLabelAt(null, '2', choices, labels)?.move).toBe('S2')
    expect(bestLabelAt(null, '1', choices, labels)?.move).toBe('M1-2')
    expect(bestLabelAt(null, 'hand1', choices, labels)?.move).toBe('P2')
    expect(bestLabelAt(null, '9', choices, labels)).toBeNull()
  })

  it('show what a second tap would play', () => {
    expect(bestLabelAt('1', '2', choices, labels)?.move).toBe('M1-2')
    expect(bestLabelAt('hand1', '2', choices, labels)?.move).toBe('P2')
    expect(bestLabelAt('2', '5', choices, labels)?.move).toBe('S2')
  })
})
