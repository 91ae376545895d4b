import { describe, expect, it } from 'vitest'
import { gameOf, loadGames } from '.'
import { m } from '../paraglide/messages'
import { connect4 } from './connect4'

await loadGames()

const game = connect4(7, 6)
const cells = (moves: string, first: 1 | 2 = 1, view = game) =>
  view.at([...moves], first).discs.map(({ cell, seat }) => [cell, seat])

describe('connect4', () => {
  it('stacks discs, alternating from the side that moves first', () => {
    expect(cells('4453', 2)).toEqual([
      [3, 2],
      [10, 1],
      [4, 2],
      [2, 1],
    ])
    expect(game.at([...'4453'], 2).turn).toBe(2)
  })

  it('agrees with the winning cells of the documented game', () => {
    const mine = cells('4343434').filter(([, seat]) => seat === 1)
    expect(mine.map(([cell]) => cell)).toEqual([3, 10, 17, 24])
  })

  it('has a spot for every column, and a choice for every column that is not full', () => {
    const { spots, choices } = game.at([...'1111112'], 1)
    expect(spots.map((spot) => spot.id).join('')).toBe('1234567')
    expect(spots[0]!.label()).toBe('Column 1, full')
    expect(choices.map((choice) => choice.move).join('')).toBe('234567')
    expect(choices[0]).toMatchObject({ from: null, to: '2', lands: 8 })
    expect(choices.at(-1)).toMatchObject({ lands: 6 })
  })

  it('says why a full column cannot be chosen', () => {
    expect(game.at([...'111111'], 1).locks).toEqual([
      { cell: null, spots: ['1'], reason: m.refused_column_full },
    ])
    expect(game.at([...'11111'], 1).locks).toEqual([])
  })

  it('returns the last turn', () => {
    expect(game.at([], 1).last).toBeNull()
    expect(game.at([...'44'], 1).last).toEqual({ cell: 10, source: null })
  })

  it('numbers columns above 9 with letters', () => {
    const wide = connect4(15, 4)
    expect(wide.at([], 1).choices.at(-1)!.move).toBe('f')
    expect(cells('af', 1, wide).map(([cell]) => cell)).toEqual([9, 14])
    expect(wide.phrase('a')).toEqual({ is: 'drops', column: 10 })
    expect(wide.short('a')).toBe('10')
    expect(wide.at([], 1).spots[9]!.keys).toEqual(['a', 'A'])
  })

  it('skips illegal moves', () => {
    expect(game.at(['8', '', '44', 'x', '4'], 1).discs).toMatchObject([{ cell: 3, seat: 1 }])
    expect(game.phrase('8')).toBeNull()
  })
})

describe('gameOf', () => {
  it('accepts valid variants only', () => {
    expect(gameOf('connect4:7x6:4')).toMatchObject({ columns: 7, rows: 6, align: 4 })
    for (const variant of ['connect4:15x15:5', 'connect4:4x5:5', 'tictactoe', 'force3'])
      expect(gameOf(variant), variant).not.toBeNull()
    for (const variant of ['force3:placed', 'force3:fair', 'force3:placed:fair'])
      expect(gameOf(variant)?.family, variant).toBe('force3')
    for (const variant of [
      '',
      'connect4',
      'connect4:3x6:4',
      'connect4:16x6:4',
      'connect4:4x4:5',
      'connect4:7x6:6',
      'connect4:07x6:4',
      'tictactoe:4',
      'force3:fair:placed',
    ])
      expect(gameOf(variant), variant).toBeNull()
  })
})
