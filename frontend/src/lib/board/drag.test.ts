import { describe, expect, it } from 'vitest'
import { areaAt, dragTo, gripsAt } from './drag'
import type { BoardChoice, BoardLayout } from './board'

const choice = (move: string, from: string, to: string): BoardChoice => {
  return { move, from, to, either: false, lands: 0, label: () => move }
}
const disc = (key: number, cell: number | null) => ({ key, seat: 1 as const, cell, slot: 0 })
/** 3 x 3 tiles; the hole is in the middle. Disc 0 lies on the tile above it, disc 1 is in hand. */
const BEFORE: BoardLayout = {
  discs: [disc(0, 7), disc(1, null)],
  tiles: [0, 1, 2, 3, 5, 6, 7, 8].map((cell, key) => ({ key, cell })),
}
const CHOICES = [
  choice('step', 'top', 'right'),
  choice('push', 'top', 'hole'),
  choice('put', 'hand', 'right'),
]
const AFTER: Record<string, BoardLayout> = {
  step: { ...BEFORE, discs: [disc(0, 8), disc(1, null)] },
  push: {
    discs: [disc(0, 4), disc(1, null)],
    tiles: BEFORE.tiles.map((tile) => (tile.cell === 7 ? { ...tile, cell: 4 } : tile)),
  },
  put: { ...BEFORE, discs: [disc(0, 7), disc(1, 8)] },
}
const SHAPE = { look: 'tiles', columns: 3, rows: 3, lane: false } as const
const grips = (id: string) => gripsAt(id, CHOICES, BEFORE, (move) => AFTER[move]!, SHAPE)
const drag = (id: string, x: number, y: number, over: string | null = null) => {
  const { pieces, choice } = dragTo(grips(id), { x, y }, over)
  return { move: choice?.move ?? null, pieces: Object.fromEntries(pieces) }
}

describe('a dragged tile', () => {
  it('follows the finger along its way only, with the disc on it', () => {
    const { pieces } = drag('top', 8, 30)
    expect(pieces).toMatchObject({ 'tile 6': { x: 150, y: 80 }, 'disc 0': { x: 150, y: 80 } })
    expect(drag('top', 0, 250).pieces['tile 6']).toMatchObject({ x: 150, y: 150 })
  })

  it('slides if it is dropped beyond half of its way', () => {
    expect(drag('top', 0, 49).move).toBeNull()
    expect(drag('top', 0, 51).move).toBe('push')
  })
})

describe('a dragged disc', () => {
  it('leaves its tile if it goes elsewhere', () => {
    const { pieces } = drag('top', 80, 20)
    expect(Object.keys(pieces)).toEqual(['disc 0'])
    expect(pieces['disc 0']!.x).toBe(230)
  })

  it('goes where it is dropped, if it may', () => {
    expect(drag('top', 90, 5, 'right').move).toBe('step')
    expect(drag('top', -90, 5, 'left').move).toBeNull()
    expect(drag('hand', 100, -100, 'right').move).toBe('put')
    expect(Object.keys(drag('hand', 100, -100).pieces)).toEqual(['disc 1'])
  })
})

it('finds the target under the finger', () => {
  const areas = [0, 100].map((left) => ({ left, top: 0, width: 100, height: 100 }))
  expect([50, 100, 250].map((x) => areaAt(areas, { x, y: 50 }))).toEqual([0, 1, -1])
})
