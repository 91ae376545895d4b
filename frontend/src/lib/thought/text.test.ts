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

const { missedText, playedWorse, searchText, thoughtLabels, worthText } = await import('./text')

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
      'thought_points +12',
      'thought_most thought_points −2',
      'thought_even',
      'analysis_move_loses 1',
    ])
  })
  it('calls a move without a certain end a draw if the values are exact', () => {
    expect(worthText({ move: '1' }, exact)).toBe('analysis_move_draws')
  })
  it('says what the level overlooked', () => {
    expect(missedText(thought.moves[3]!)).toBe('thought_missed analysis_move_loses 2')
    expect(missedText(thought.moves[1]!)).toBe('')
  })
  it('says how far the AI looked', () => {
    expect(searchText(thought)).toBe('thought_depth 4 1,204 3')
    expect(searchText(exact)).toBe('thought_exact 1,204 3')
  })
  it('knows whether a better move was left out', () => {
    expect(playedWorse(thought, '3')).toBe(true)
    expect(playedWorse(thought, '4')).toBe(false)
    expect(playedWorse(thought, '5')).toBe(false)
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
