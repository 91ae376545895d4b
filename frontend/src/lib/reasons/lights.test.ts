import { describe, expect, it } from 'vitest'
import { connect4 } from '../games/connect4'
import type { Reason } from '../protocol/schemas'
import { canExplain, discsOf, lightsOf, moveTo, shownReason } from './lights'

const game = connect4(7, 6)
/** Discs lie on the cells 0, 1, 2, 4, 7 and 8. */
const position = game.at([...'512123'], 2)
const reason: Reason = {
  kind: 'follow',
  grade: 'clear',
  moves: [3],
  cells: [10, 0],
  plan: { never: [3, 6], first: [12], pairs: [[20, 21]], spare: [4] },
  proof: { positions: 1, ends: 1, zugzwang: 1 },
}

describe('the lights of a reason', () => {
  it('are on free cells only', () => {
    const lights = lightsOf(game, position, 1, reason)
    expect(lights.lit).toEqual([10])
    expect(lights.crosses).toEqual([3, 6])
    expect(lights.diamonds).toEqual([12, 20, 21])
    expect(lights.numbers).toEqual([])
  })

  it('number the first moves, and cross no cell below a fork', () => {
    const fork = { ...reason, kind: 'fork' as const, plan: {} }
    expect(lightsOf(game, position, 1, fork, { numbered: true })).toMatchObject({ crosses: [], numbers: [3] })
  })

  it('show the lines that lack only a lit cell', () => {
    const three = game.at([...'4141415'], 1)
    expect(lightsOf(game, three, 1, { ...reason, cells: [24, 5] }).lines).toEqual([[3, 10, 17, 24]])
  })
})

it('a position is what the prover needs', () => {
  expect(discsOf(game, game.at(['4', '4', '1'], 1), 2)).toBe('l..l......w'.padEnd(42, '.'))
  expect(moveTo(game, 10)).toBe('4')
})

it('only reasons that a person can understand are shown', () => {
  expect(shownReason(reason)).toBe(reason)
  expect(shownReason({ ...reason, grade: 'hard' })).toBeNull()
  expect(shownReason(undefined)).toBeNull()
  expect([canExplain(game), canExplain(connect4(9, 7))]).toEqual([true, false])
})
