import { describe, expect, it } from 'vitest'
import type { Thought } from '../protocol/thoughts'
import { missedText, playedWorse, searchText, thoughtLabels, worthText } from './text'

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

describe('the words of a thought', () => {
  const worth = (i: number) => worthText(thought.moves[i]!, thought)
  it('says what each move is worth', () => {
    expect([0, 1, 2, 3, 4].map(worth)).toEqual([
      'wins in 2 moves',
      '+12 points',
      'at most −2 points',
      'even',
      'loses in 1 move',
    ])
  })
  it('calls a move without a certain end a draw if the values are exact', () => {
    expect(worthText({ move: '1' }, { ...thought, depth: undefined } as unknown as Thought)).toBe('draws')
  })
  it('says what the level overlooked', () => {
    expect(missedText(thought.moves[3]!)).toBe('overlooked: loses in 2 moves')
    expect(missedText(thought.moves[1]!)).toBe('')
  })
  it('says how far the AI looked', () => {
    expect(searchText(thought)).toBe('It looked 4 plies ahead: 1,204 positions in 3 ms.')
    const { depth: _, ...exact } = thought
    expect(searchText(exact)).toBe('It knew the exact values: 1,204 positions in 3 ms.')
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
