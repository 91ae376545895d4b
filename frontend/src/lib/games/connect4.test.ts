import { describe, expect, it } from 'vitest'
import { gameOf } from '.'
import { connect4 } from './connect4'

const game = connect4(7, 6)

describe('connect4', () => {
  it('stacks discs, alternating from the side that moves first', () => {
    expect(game.discs([...'4453'], 2)).toEqual([
      { cell: 3, seat: 2 },
      { cell: 10, seat: 1 },
      { cell: 4, seat: 2 },
      { cell: 2, seat: 1 },
    ])
  })

  it('agrees with the winning cells of the documented game', () => {
    const mine = game.discs([...'4343434'], 1).filter((d) => d.seat === 1)
    expect(mine.map((d) => d.cell)).toEqual([3, 10, 17, 24])
  })

  it('offers every column, where its disc lands, and none that is full', () => {
    const targets = game.targets([...'1111112'])
    expect(targets.map((t) => t.move).join('')).toBe('1234567')
    expect(targets[0]).toMatchObject({ cell: null, free: 0 })
    expect(targets[1]).toMatchObject({ cell: 8, free: 5, area: { x: 1, y: 0, width: 1, height: 6 } })
    expect(targets[6]).toMatchObject({ cell: 6, free: 6 })
  })

  it('counts on with letters on wide boards', () => {
    const wide = connect4(15, 4)
    expect(wide.targets([]).at(-1)!.move).toBe('f')
    expect(wide.discs(['a', 'f'], 1).map((d) => d.cell)).toEqual([9, 14])
    expect(wide.column('a')).toBe(10)
  })

  it('passes over what is no move here', () => {
    expect(game.discs(['8', '', '44', 'x', '4'], 1)).toEqual([{ cell: 3, seat: 1 }])
  })
})

describe('gameOf', () => {
  it('knows the boards that the rules allow, and no other variant', () => {
    expect(gameOf('connect4:7x6:4')).toMatchObject({ columns: 7, rows: 6 })
    expect(gameOf('connect4:15x15:5')).not.toBeNull()
    for (const variant of ['', 'connect4', 'connect4:3x6:4', 'connect4:16x6:4', 'tictactoe'])
      expect(gameOf(variant)).toBeNull()
  })
})
