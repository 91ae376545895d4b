import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadGames } from '../games'
import { overwriteGetLocale } from '../paraglide/runtime'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { ANSWERS, scan } from './answers'

const language = vi.hoisted((): { now: 'en' | 'fr' } => ({ now: 'en' }))
vi.mock('../i18n/locale.svelte', () => ({ language }))
// The components of the games on a tray need a browser; their texts and rules do not.
vi.mock('../board/Tray.svelte', () => ({ default: null }))
vi.mock('../board/Slab.svelte', () => ({ default: null }))
overwriteGetLocale(() => language.now)
await loadGames()
beforeEach(() => void (language.now = 'en'))

/** A room in which Ana (red) has begun, and these moves were played. */
const room = (moves: string[], created = {}, me = ANA) =>
  roomOf(
    log(
      created,
      ...moves.map(
        (move, i) => ({ type: 'moved', data: { seat: (i % 2) + 1, move, ms: 900 } }) as DraftEntry,
      ),
    ),
    me,
  )
const answer = (key: string, state: ReturnType<typeof room>, after = 0) =>
  ANSWERS[key]!(state, state.turnAt + after).replace(/\s/g, ' ')

describe('the keys', () => {
  it('answer about the last move, the turn and the clocks', () => {
    const state = room(['4', '5'], { clock: { base: 60_000, increment: 0 } })
    expect(answer('l', state)).toBe('Yellow: column 5, row 1.')
    expect(answer('l', room([]))).toBe('No move has been played.')
    expect(answer('s', state)).toBe('Your turn.')
    expect(answer('k', state, 10_000)).toBe('Ana: 0:50 left. Zoé: 1:00 left.')
    expect(answer('k', room(['4', '5']), 10_000)).toBe('There is no clock.')
  })

  it('tell my threats from the opponent’s, and what can be played at once from what cannot', () => {
    const moves = [...'223344']
    expect(answer('m', room(moves))).toBe(
      'Red can complete a line at once on column 1, row 1; or column 5, row 1.',
    )
    const later =
      'Yellow could complete a line on column 1, row 2; or column 5, row 2, which cannot be reached yet.'
    expect(answer('o', room(moves))).toBe(later)
    expect(answer('m', room(moves, {}, ZOE))).toBe(later)
    expect(answer('m', room(['4']))).toBe('Red does not threaten to complete a line.')
  })

  it('say in Force 3 only with which turns a side wins', () => {
    const state = room(['P1', 'P4', 'P2', 'P6'], { variant: 'force3' })
    expect(answer('m', state)).toBe('Red can win this turn: disc on 3.')
    expect(answer('o', state)).toBe('Yellow has no winning move in this position.')
    expect(answer('o', room(['P1', 'P4', 'P2', 'P6'], { variant: 'force3' }, ZOE))).toBe(
      'Red can win this turn: disc on 3.',
    )
    language.now = 'fr'
    const other = room(['P1', 'P7', 'P9', 'P8', 'M1-2'], { variant: 'force3' })
    expect(answer('m', other)).toBe('Rouge n’a pas de coup gagnant dans cette position.')
  })

  it('scan a line from a cell to the edge', () => {
    const state = room([...'4445'])
    expect(scan(state, 3, 'ArrowUp')).toBe('Up: Yellow, Red, empty, empty, empty, edge.')
    expect(scan(state, 3, 'ArrowDown')).toBe('Down: edge.')
    expect(scan(state, 10, 'PageDown')).toBe('Down and right: Yellow, edge.')
    expect(scan(room(['P1'], { variant: 'force3' }), 6, 'ArrowRight')).toBe(
      'Right: Cell 2, free tile, Cell 3, free tile, edge.',
    )
  })
})
