import { describe, expect, it } from 'vitest'
import { m } from '../paraglide/messages'
import { tictactoe } from './tictactoe'

describe('tictactoe', () => {
  it('counts cells from a1, at the bottom left', () => {
    const { discs, turn } = tictactoe.at(['a1', 'c3', 'b2'], 1)
    expect(discs.map(({ cell, seat }) => [cell, seat])).toEqual([
      [0, 1],
      [8, 2],
      [4, 1],
    ])
    expect(turn).toBe(2)
  })

  it('has nine spots, and a choice for every empty square', () => {
    const { spots, choices } = tictactoe.at(['b2', 'a1'], 2)
    expect(spots).toHaveLength(9)
    expect(choices.map(({ move }) => move).sort()).toEqual(['a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3'])
    expect(choices.every(({ from, to, move }) => from === null && to === move)).toBe(true)
    expect(spots[4]!.label()).toBe('b2, Yellow')
    expect(tictactoe.at(['b2'], 1).locks).toEqual([
      { cell: null, spots: ['b2'], reason: m.refused_cell_taken },
    ])
  })

  it('has the keys of a telephone: 1 at the top left', () => {
    const keys = Object.fromEntries(tictactoe.at([], 1).spots.map(({ id, keys }) => [id, keys]))
    expect(keys).toMatchObject({ a3: ['1'], b3: ['2'], c3: ['3'], b2: ['5'], a1: ['7'], c1: ['9'] })
  })

  it('skips illegal moves', () => {
    expect(tictactoe.at(['b2', 'b2', 'd1', '5', 'a1'], 1).discs.map(({ seat }) => seat)).toEqual([1, 2])
    expect(tictactoe.phrase('d1')).toBeNull()
  })

  it('has 9, 72, 504, 3024 sequences of 1 to 4 moves', () => {
    const count = (moves: string[], depth: number): number =>
      depth === 0
        ? 1
        : tictactoe
            .at(moves, 1)
            .choices.reduce((sum, { move }) => sum + count([...moves, move], depth - 1), 0)
    expect([1, 2, 3, 4].map((depth) => count([], depth))).toEqual([9, 72, 504, 3024])
  })
})
