import { describe, expect, it, vi } from 'vitest'
import { DEFAULTS } from './choices'

// Each message returns its key and its inputs, so these tests do not depend on the wording.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))

const { boardName, variantName } = await import('./names')
const { shortClockText, clockText } = await import('./clocktext')
const { optionsSummary } = await import('./text')

describe('optionsSummary', () => {
  const say = (chosen: object) => optionsSummary({ ...DEFAULTS, ...chosen }).split(' · ')

  it('shows the board and the clock, but no defaults', () => {
    expect(say({})).toEqual(['Setup_size 7 6', 'setup_no_clock'])
    expect(say({ game: 'tictactoe', placed: true })).toEqual(['Setup_no_clock'])
  })

  it('shows the options that are not defaults', () => {
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
      'setup_base_increment setup_clock_minutes 3 setup_clock_seconds 2',
      'setup_starter_loser',
      'setup_advice_short_opponent',
      'setup_open_short',
    ])
  })

  it('says that the first disc goes in a corner only if the variant has one', () => {
    expect(say({ game: 'force3' })[0]).toBe('Setup_fair_short')
    expect(say({ game: 'force3', placed: true })).toEqual([
      'Setup_placed_short',
      'setup_fair_short',
      'setup_no_clock',
    ])
    expect(say({ game: 'force3', placed: true, fair: false })).toEqual([
      'Setup_placed_short',
      'setup_no_clock',
    ])
    expect(say({ game: 'force3', report: true })).toEqual(['Setup_report_short', 'setup_no_clock'])
  })
})

describe('names of variants and clocks', () => {
  it.each([
    ['connect4:7x6:4', 'setup_game_connect4, setup_size 7 6'],
    ['tictactoe', 'setup_game_tictactoe'],
    ['force3:placed:fair', 'setup_game_force3, setup_placed_short, setup_fair_short'],
    ['force3:report', 'setup_game_force3, setup_report_short'],
    ['halma:huge', 'halma, huge'],
  ])('%s is %s', (variant, words) => expect(variantName(variant)).toBe(words))

  it('omit the board if there is only one', () => expect(boardName('tictactoe')).toBe(''))

  it('have a long and a short form for clocks', () => {
    expect(clockText(null)).toBe('setup_no_clock')
    expect(clockText({ move: 86_400_000 })).toBe('setup_each_move setup_clock_days 1')
    expect(clockText({ base: 600_000, increment: 0 })).toBe('setup_base_only setup_clock_minutes 10')
    expect(shortClockText({ base: 90_000, increment: 5000 })).toBe('1.5+5')
    expect(shortClockText({ move: 10_000 })).toBe('setup_clock_seconds 10')
  })
})
