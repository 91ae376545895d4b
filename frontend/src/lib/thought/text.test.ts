import { describe, expect, it, vi } from 'vitest'
import type { Thought } from '../protocol/thoughts'

// Each message returns its key and its inputs, so these tests do not depend on the wording.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))

const {
  isBounded,
  legendText,
  missedText,
  reasonText,
  rowsOf,
  scoreText,
  searchText,
  thoughtLabels,
  worseBy,
  worthText,
} = await import('./text')

const thought: Thought = {
  depth: 4,
  nodes: 1204,
  ms: 3,
  moves: [
    { move: '4', mate: 3 },
    { move: '3', points: 12 },
    { move: '2', points: -2, most: true },
    { move: '1', missed: -4 },
    { move: '7', mate: -2 },
  ],
  line: ['3', '4'],
}

const exact: Thought = { nodes: 1204, ms: 3, moves: thought.moves }

describe('the words of a thought', () => {
  const worth = (i: number) => worthText(thought.moves[i]!, thought)
  it('says what each move is worth', () => {
    expect([0, 1, 2, 3, 4].map(worth)).toEqual([
      'analysis_move_wins 2',
      'thought_points 12 +12',
      'thought_most thought_points 2 −2',
      'thought_even',
      'analysis_move_loses 1',
    ])
  })
  it('says what the played move is worth to the AI', () => {
    const played = (move: string) => scoreText({ ply: 3, seat: 2, move, thought })
    expect(['3', '2', '4', '1'].map(played)).toEqual(['+12', '−2', 'analysis_move_wins 2', '0'])
    expect(scoreText({ ply: 3, seat: 2, move: '9', thought: exact })).toBe('analysis_move_draws')
  })
  it('calls a move without a certain end a draw if the values are exact', () => {
    expect(worthText({ move: '1' }, exact)).toBe('analysis_move_draws')
  })
  it('says that a move is worth at most something', () => {
    const most = (judged: object, of = thought) => worthText({ move: '1', most: true, ...judged }, of)
    expect(most({ mate: 3 })).toBe('thought_at_best analysis_move_wins 2')
    expect(most({ mate: -2 })).toBe('analysis_move_loses_within 1')
    expect(most({})).toBe('thought_at_best thought_even')
    expect(most({}, exact)).toBe('analysis_move_limited')
    expect(isBounded(thought)).toBe(true)
    const lost = { move: '1', mate: -2, most: true }
    expect(isBounded({ ...thought, moves: [lost] })).toBe(false)
    expect(isBounded({ ...thought, moves: [lost, { ...lost, mate: -4 }] })).toBe(true)
  })
  it('gives the reason for a move', () => {
    const reason = (move: string, ...moves: Thought['moves']) =>
      reasonText({ ply: 3, seat: 2, move, thought: { ...thought, moves } })
    const [lost, later] = [{ mate: -2 }, { mate: -4 }]
    const [one, two] = [
      { move: '1', points: 5 },
      { move: '2', points: 3 },
    ]
    expect(reason('1', one, two)).toBe('thought_reason_best')
    expect(reason('2', one, two)).toBe('thought_reason_near 2')
    expect(reason('1', one, { move: '2', ...lost })).toBe('thought_reason_only')
    expect(reason('1', { move: '1', ...later }, { move: '2', ...lost })).toBe('thought_reason_last')
    expect(reason('1', { move: '1', missed: -4 }, two)).toBe('thought_missed analysis_move_loses 2')
    expect(reason('1', { move: '1', mate: 3 }, two)).toBe('')
    expect(reason('1', one)).toBe('')
  })
  it('has one row for moves that are worth the same', () => {
    const lost = (move: string) => ({ move, mate: -2 })
    const moves = [{ move: '4' }, lost('1'), lost('2'), lost('3'), { ...lost('5'), missed: 3 }]
    expect(rowsOf({ ...thought, moves }, '2').map((row) => row.moves.join())).toEqual(['4', '1,3', '2', '5'])
  })
  it('says what the level overlooked', () => {
    expect(missedText(thought.moves[3]!, thought)).toBe('thought_missed analysis_move_loses 2')
    expect(missedText(thought.moves[1]!, thought)).toBe('')
  })
  it('says how far the AI looked', () => {
    expect(searchText(thought)).toBe('thought_depth 4 1,204 3')
    expect(searchText(exact)).toBe('thought_exact 1,204 3')
  })
  it('says how much worse the played move is', () => {
    const open = {
      ...thought,
      moves: [
        { move: '3', points: 12 },
        { move: '2', points: 9 },
        { move: '1', mate: -2 },
      ],
    }
    expect(['3', '2', '1', '5'].map((move) => worseBy(open, move))).toEqual([0, 3, 0, 0])
    expect(worseBy(thought, '3')).toBe(0)
  })
  it('explains the signs on the board, those that are there', () => {
    expect(legendText(exact)).toBe('+ thought_sign_wins · = thought_sign_draw · − thought_sign_loses')
    expect(legendText(thought)).toMatch(/^\+ .* · ↑ .* · ~ .* · ↓ .* · − thought_sign_loses$/)
  })
  it('labels the moves', () => {
    expect(thoughtLabels(thought).map(({ text, tone, best }) => `${text} ${tone} ${best}`)).toEqual([
      '+2 good true',
      '↑12 open false',
      '↓2 open false',
      '~ open false',
      '−1 bad false',
    ])
  })
})
