import { describe, expect, it } from 'vitest'
import { gameOf, loadGames } from '.'
import { tapResult } from '../board/selection'
import { m } from '../paraglide/messages'

await loadGames()

const VARIANTS = ['force3', 'force3:fair', 'force3:placed', 'force3:placed:fair', 'force3:report']
/** Positions of the opening, in the middle of it, and with all discs on the board. */
const LINES = [
  '',
  'S2',
  'P1 P9',
  'P1 P9 S2',
  'P1 P9 P3 P7',
  'P1 P3 P9 P7 P2 P8',
  'P1 P3 P9 P7 P2 P8 S4',
  'S2 S8+',
]

function at(variant: string, moves: string) {
  const position = gameOf(variant)!.at(moves.split(' ').filter(Boolean), 1)
  return { ...position, next: (id: string) => position.spots.find((spot) => spot.id === id)!.next }
}
const tap = (variant: string, moves: string, selected: string | null, id: string) => {
  const { choices, locks } = at(variant, moves)
  return tapResult(selected, id, choices, locks)
}

describe('the first tap', () => {
  it.each(VARIANTS)('always does something, or says why not: %s', (variant) => {
    for (const line of LINES) {
      const { spots, next } = at(variant, line)
      for (const { id } of spots) {
        const result = tap(variant, line, null, id)
        expect(result, `${line}, ${id}`).not.toEqual({ select: null })
        // What is selected has something to say next.
        if ('select' in result) expect(next(id), `${line}, ${id}`).toBeDefined()
      }
    }
  })

  it('places a disc on a free tile that cannot slide', () => {
    expect(tap('force3', '', null, '1')).toEqual({ play: 'P1' })
    expect(tap('force3:placed', 'P1', null, '2')).toEqual({ play: 'P2' })
    // Tile 2 may be placed on, or slide: a second tap places.
    expect(tap('force3', '', null, '2')).toEqual({ select: '2' })
    expect(tap('force3', '', '2', '2')).toEqual({ play: 'P2' })
    expect(tap('force3', '', '2', '5')).toEqual({ play: 'S2' })
    // The player who taps the tile that just slid may want it back.
    expect(tap('force3', 'S2', null, '5')).toEqual({ select: '5' })
    expect(tap('force3', 'S2', '5', '2')).toEqual({ explain: m.board_banned({ cell: 5 }) })
    // Once something else is selected, one tap is not enough.
    expect(tap('force3', 'P1 P9', '2', '3')).toEqual({ select: '3' })
  })

  it('says why a spot cannot be chosen', () => {
    const all = 'P1 P3 P9 P7 P2 P8'
    expect(tap('force3:fair', '', null, '2')).toEqual({ explain: m.refused_fair_start() })
    expect(tap('force3', 'P1 P9', null, '9')).toEqual({ explain: m.force3_why_opponents_disc() })
    expect(tap('force3', '', null, 'hand2')).toEqual({ explain: m.force3_why_opponents_disc() })
    expect(tap('force3', '', 'hand1', '5')).toEqual({ explain: m.force3_why_hole_empty() })
    expect(tap('force3', all, null, 'hand1')).toEqual({ explain: m.force3_why_hand_empty() })
    expect(tap('force3:placed', 'P1 P9', null, '1')).toEqual({ explain: m.force3_why_place_first() })
    expect(tap('force3:placed', 'P1 P9', null, '5')).toEqual({ explain: m.force3_why_place_first() })
    expect(tap('force3:placed', all, '1', '6')).toEqual({ explain: m.force3_why_one_step() })
    expect(tap('force3:report', all, '2', '4')).toEqual({ explain: m.force3_why_one_straight_step() })
    expect(tap('force3', all, '2', '4')).toEqual({ play: 'M2-4' })
  })
})

it('says what to tap next', () => {
  const { next } = at('force3', 'P2 P1')
  expect(['hand1', '3', '4', '2', '5'].map(next)).toEqual([
    m.force3_next_place,
    m.force3_next_again,
    m.force3_next_again_or_slide,
    m.force3_next_move_or_slide,
    m.force3_next_tile,
  ])
  expect(at('force3', 'P1 P2').next('2')).toBe(m.force3_next_slide)
  expect(at('force3:report', '').next('5')).toBe(m.force3_next_two_tiles)
})
