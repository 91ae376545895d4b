import { describe, expect, it } from 'vitest'
import { gameOf, loadGames } from '.'
import { thumbnail } from './thumbnail'

await loadGames()

const points = (path: string) => path.split('M').length - 1

describe('a thumbnail', () => {
  it('draws the discs of each seat where they lie, from the top left', () => {
    const drawing = thumbnail(gameOf('connect4:7x6:4')!, [...'4454'], 2, [3])
    expect(drawing).toMatchObject({ width: 70, height: 60, gaps: '', won: 'M35,55h0' })
    // Seat 2 began: columns 4 and 5 at the bottom.
    expect(drawing.discs).toEqual(['M35,45h0M35,35h0', 'M35,55h0M45,55h0'])
    expect(points(drawing.cells)).toBe(42)
  })

  it('leaves out the discs in hand, and shows the gap among tiles', () => {
    const drawing = thumbnail(gameOf('force3')!, ['P1', 'P9', 'S2'], 1)
    expect(drawing.discs.map(points)).toEqual([1, 1])
    expect([points(drawing.cells), drawing.gaps]).toEqual([8, 'M15,5h0'])
  })

  it('stays small on the largest board', () => {
    const { cells, discs } = thumbnail(gameOf('connect4:15x15:5')!, [...'123456789abcdef'.repeat(15)], 1)
    expect(points(discs.join(''))).toBe(225)
    expect(cells.length + discs.join('').length).toBeLessThan(6000)
  })
})
