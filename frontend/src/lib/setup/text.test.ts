import { describe, expect, it, vi } from 'vitest'
import { DEFAULTS } from './choices'

// Each sentence is its key with what it is given: what is said is tested here, not how.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))

const { boardOf, variantName } = await import('./names')
const { clockShort, clockWords } = await import('./clocktext')
const { summary } = await import('./text')

describe('the line of options', () => {
  const say = (chosen: object) => summary({ ...DEFAULTS, ...chosen }).split(' · ')

  it('tells the board and the clock, and nothing that is as at first', () => {
    expect(say({})).toEqual(['Setup_size 7 6', 'setup_no_clock'])
    expect(say({ game: 'tictactoe', placed: true })).toEqual(['Setup_no_clock'])
  })

  it('tells what was chosen', () => {
    expect(
      say({
        size: { columns: 15, rows: 15, align: 5 },
        clock: { base: 180_000, increment: 2000 },
        starter: 'loser',
        advice: '2',
        open: true,
      }),
    ).toEqual([
      'Setup_size 15 15, setup_align 5',
      'setup_base_increment setup_min 3 setup_s 2',
      'setup_starter_loser',
      'setup_advice_short_2',
      'setup_open_short',
    ])
  })

  it('promises a fair start only where there is one', () => {
    expect(say({ game: 'force3' })[0]).toBe('Setup_fair_short')
    expect(say({ game: 'force3', placed: true })).toEqual(['Setup_placed_short', 'setup_no_clock'])
    expect(
      summary({ ...DEFAULTS, game: 'force3', placed: true }, ['force3:placed:fair']).split(' · '),
    ).toEqual(['Setup_placed_short', 'setup_fair_short', 'setup_no_clock'])
  })
})

describe('variants and clocks in words', () => {
  it.each([
    ['connect4:7x6:4', 'setup_game_connect4, setup_size 7 6'],
    ['tictactoe', 'setup_game_tictactoe'],
    ['force3:placed:fair', 'setup_game_force3, setup_placed_short, setup_fair_short'],
    ['halma:huge', 'halma, huge'],
  ])('%s is %s', (variant, words) => expect(variantName(variant)).toBe(words))

  it('name no board where there is but one', () => expect(boardOf('tictactoe')).toBe(''))

  it('write clocks long and short', () => {
    expect(clockWords(null)).toBe('setup_no_clock')
    expect(clockWords({ move: 86_400_000 })).toBe('setup_each_move setup_day 1')
    expect(clockWords({ base: 600_000, increment: 0 })).toBe('setup_base_only setup_min 10')
    expect(clockShort({ base: 90_000, increment: 5000 })).toBe('1.5+5')
    expect(clockShort({ move: 10_000 })).toBe('setup_s 10')
  })
})
