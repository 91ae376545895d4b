import { expect, it, vi } from 'vitest'
import { gameOf, loadGames } from '../games'

// Unit tests run without the message catalogue: each message returns its key and its inputs.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))
const { betterText, holdsOutText, missedText, moveNoun } = await import('./coach')
await loadGames()

const four = gameOf('connect4:7x6:4')!

it.each([
  ['connect4:7x6:4', '4', 'coach_column 4'],
  ['connect4:15x15:5', 'a', 'coach_column 10'],
  ['tictactoe', 'b2', 'coach_square b2'],
  ['force3', 'P5', 'coach_places 5'],
  ['force3', 'M1-5', 'coach_moves 1 5'],
  ['force3', 'S3', 'coach_slides 3'],
  ['force3', 'S3+', 'coach_slides_two 3'],
  ['force3:report', 'S6+3', 'coach_slides_then 6 3'],
  ['connect4:7x6:4', '?', '?'],
])('names the moves of %s: %s', (variant, move, noun) => {
  expect(moveNoun(gameOf(variant)!, move)).toBe(noun)
})

it('says what was played and what kept the result, and softens what lies far ahead', () => {
  const missed = { is: 'mistake', from: 'win', to: 'draw', better: '4', sight: 'middle' } as const
  expect(missedText(four, missed, null, '3')).toBe(
    'coach_played you  coach_column 3 3 Coach_kept_win coach_column 4',
  )
  expect(missedText(four, { ...missed, sight: 'near' }, null, '3')).toMatch(/^coach_let_attack you/)
  expect(missedText(four, missed, 'Ben', '3')).toMatch(/^coach_played name Ben coach_column 3/)
  expect(betterText(four, { ...missed, from: 'draw', to: 'loss' })).toBe('Coach_kept_draw coach_column 4')
  expect(betterText(four, { ...missed, sight: 'far' })).toBe('Coach_long_win coach_column 4')
  expect(betterText(four, { ...missed, from: 'open' })).toBe('Coach_held_out coach_column 4')
  expect(betterText(four, { is: 'doubtful', better: '4' })).toBe('Coach_doubtful coach_column 4')
  expect(holdsOutText(four, '4')).toBe('Coach_holds_out coach_column 4')
})

it.each([
  ['win', 'coach_missed_win', 'Coach_won'],
  ['threat', 'coach_left_threat', 'Coach_stopped'],
  ['gift', 'coach_gave_cell', 'Coach_prevented'],
  ['chance', 'coach_gave_chance', 'Coach_prevented'],
] as const)('says what was overlooked: %s', (slip, what, better) => {
  expect(missedText(four, { is: 'blunder', slip, better: '4' }, null, '3')).toBe(
    `${what} you  coach_column 3 3 ${better} coach_column 4`,
  )
})
