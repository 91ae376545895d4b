import { describe, expect, it } from 'vitest'
import { linesOf } from './lines'

describe('the lines that cells form', () => {
  it('are found in every direction, from the left or lower end', () => {
    expect(linesOf([3, 0, 2, 1], 7, 4)).toEqual([[0, 1, 2, 3]])
    expect(linesOf([3, 10, 17, 24], 7, 4)).toEqual([[3, 10, 17, 24]])
    expect(linesOf([0, 8, 16, 24], 7, 4)).toEqual([[0, 8, 16, 24]])
    expect(linesOf([3, 9, 15, 21], 7, 4)).toEqual([[21, 15, 9, 3]])
    expect(linesOf([0, 4, 8], 3, 3)).toEqual([[0, 4, 8]])
  })
  it('may be longer than they must be', () => {
    expect(linesOf([0, 1, 2, 3, 4, 5], 7, 4)).toEqual([[0, 1, 2, 3, 4, 5]])
  })
  it('may cross; cells of different lines that happen to lie side by side are no line', () => {
    // A row and both diagonals through cell 16: their ends form columns of three.
    const lines = linesOf([15, 16, 17, 18, 8, 24, 32, 22, 10, 4], 7, 4)
    expect(lines).toEqual([
      [15, 16, 17, 18],
      [8, 16, 24, 32],
      [22, 16, 10, 4],
    ])
  })
  it('do not go around the edge of the board', () => {
    expect(linesOf([5, 6, 7, 8], 7, 4)).toEqual([])
  })
})
