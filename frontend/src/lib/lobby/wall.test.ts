import { describe, expect, it } from 'vitest'
import { gridFor, roomsOnWall } from './wall'

describe('the grid of a wall', () => {
  it.each([
    ['a projector, many games', 1024, 768, 30, { columns: 3, rows: 2 }],
    ['a large screen, six games', 1920, 1080, 6, { columns: 3, rows: 2 }],
    ['a large screen, many games', 3840, 2160, 40, { columns: 4, rows: 3 }],
    ['a phone', 360, 740, 9, { columns: 1, rows: 2 }],
    ['one game', 1920, 1080, 1, { columns: 1, rows: 1 }],
    ['a low window', 1280, 300, 2, { columns: 2, rows: 1 }],
  ])('%s', (_, width, height, count, grid) => {
    expect(gridFor(width, height, count)).toEqual(grid)
  })
})

it('keeps rooms in their places, those of the sheet first', () => {
  const none = { table: null }
  const first = roomsOnWall([], ['a', 'b'], [{ room: 'x' }, { room: 'b' }])
  expect(first).toEqual([
    { room: 'a', table: 1 },
    { room: 'b', table: 2 },
    { room: 'x', ...none },
  ])
  expect(roomsOnWall(first, ['a', 'b'], [{ room: 'y' }]).slice(2)).toEqual([
    { room: 'x', ...none },
    { room: 'y', ...none },
  ])
})
