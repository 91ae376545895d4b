import { describe, expect, test } from 'vitest'
import { plyToShow } from './lookback'

describe('looking at an earlier position', () => {
  const moves = ['4', '4', '3', '5']
  const look = { game: 2, ply: 2, count: 4 }

  test('shows it, also when it is the player’s turn', () => {
    expect(plyToShow(null, { game: 2, moves }, true)).toBeNull()
    expect(plyToShow(look, { game: 2, moves }, false)).toBe(2)
    expect(plyToShow(look, { game: 2, moves }, true)).toBe(2)
    expect(plyToShow({ ...look, ply: 4 }, { game: 2, moves }, true)).toBeNull()
  })

  test('ends when the opponent moves, but not while others play', () => {
    expect(plyToShow(look, { game: 2, moves: [...moves, '6'] }, true)).toBeNull()
    expect(plyToShow(look, { game: 2, moves: [...moves, '6'] }, false)).toBe(2)
  })

  test('ends with the game, and when the position is taken back', () => {
    expect(plyToShow(look, { game: 3, moves }, false)).toBeNull()
    expect(plyToShow(look, { game: 2, moves: moves.slice(0, 2) }, false)).toBeNull()
  })
})
