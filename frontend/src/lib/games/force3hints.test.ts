import { describe, expect, it, vi } from 'vitest'
import { gameOf, loadGames } from '.'
import { tapResult } from '../board/selection'
import type { Phrase } from './game'

// These tests run without the message catalogue.
vi.mock('./traytext', () => ({}))
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

/** The position, with the text of each phrase replaced by its kind. */
function at(variant: string, moves: string) {
  const position = gameOf(variant)!.at(moves.split(' ').filter(Boolean), 1)
  const text = (phrase: Phrase) => (phrase.is === 'next' ? phrase.step : phrase.is)
  return {
    ...position,
    choices: position.choices.map((choice) => ({ ...choice, label: choice.move })),
    locks: position.locks.map((lock) => ({ ...lock, reason: text(lock.phrase) })),
    next: (id: string) => {
      const phrase = position.spots.find((spot) => spot.id === id)!.next
      return phrase && text(phrase)
    },
  }
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
    expect(tap('force3', 'S2', '5', '2')).toEqual({ explain: 'banned' })
    // Once something else is selected, one tap is not enough.
    expect(tap('force3', 'P1 P9', '2', '3')).toEqual({ select: '3' })
  })

  it('says why a spot cannot be chosen', () => {
    const all = 'P1 P3 P9 P7 P2 P8'
    expect(tap('force3:fair', '', null, '2')).toEqual({ explain: 'fair-start' })
    expect(tap('force3', 'P1 P9', null, '9')).toEqual({ explain: 'not-yours' })
    expect(tap('force3', '', null, 'hand2')).toEqual({ explain: 'not-yours' })
    expect(tap('force3', '', 'hand1', '5')).toEqual({ explain: 'no-tile' })
    expect(tap('force3', all, null, 'hand1')).toEqual({ explain: 'hand-empty' })
    expect(tap('force3:placed', 'P1 P9', null, '1')).toEqual({ explain: 'place-first' })
    expect(tap('force3:placed', 'P1 P9', null, '5')).toEqual({ explain: 'place-first' })
    expect(tap('force3:placed', all, '1', '6')).toEqual({ explain: 'too-far' })
    expect(tap('force3:report', all, '2', '4')).toEqual({ explain: 'too-far' })
    expect(tap('force3', all, '2', '4')).toEqual({ play: 'M2-4' })
  })
})

it('says what to tap next', () => {
  const { next } = at('force3', 'P2 P1')
  expect(['hand1', '3', '4', '2', '5'].map(next)).toEqual([
    'place',
    'again',
    'again-or-slide',
    'move-or-slide',
    'tile',
  ])
  expect(at('force3', 'P1 P2').next('2')).toBe('slide')
  expect(at('force3:report', '').next('5')).toBe('two-tiles')
})
