import { expect, it, vi } from 'vitest'
import type { Player } from '../protocol/entries'
import { SEATS } from '../room/view'

// Unit tests run without the message catalogue: each message returns its key and its inputs.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))

const { levelName } = await import('./names')
const { nameOf, subjectOf } = await import('./roomtext')

it('calls a custom level by its name or its depth, in quotes', () => {
  expect(levelName('very-easy')).toBe('level_very_easy')
  expect(levelName('custom:depth=7,open3=100,name=Ada B')).toBe('level_own_name Ada B')
  expect(levelName('custom:depth=7,open3=100,open2=10')).toBe('level_own_name depth=7')
  expect(levelName('custom:depth=7')).toBe('level_own_name depth=7')
  expect(levelName('godlike')).toBe('level_own_name godlike')
})

it('calls the players of a game the same in rooms and in lists', () => {
  const ana = { id: 'a', name: 'Ana', colour: 'red' } as const
  const unnamed = { id: 'b', colour: 'yellow' } as const
  const ai = (level: string) => ({ level, colour: 'blue' }) as const
  const names = (one: Player, two: Player, mine: number) =>
    SEATS.map((seat) => nameOf([one, two], seat, seat === mine))
  expect(names(ana, unnamed, 1)).toEqual(['Ana', 'colour_yellow'])
  expect(names(ana, unnamed, 2)).toEqual(['Ana', 'player_you'])
  expect(names(ana, ai('easy'), 1)).toEqual(['Ana', 'player_ai level_easy'])
  // Two AIs are called by their levels, and the seats of one person by the colours.
  expect(names(ai('easy'), ai('strong'), 0)).toEqual(['level_easy', 'level_strong'])
  expect(names(unnamed, { ...unnamed, colour: 'red' }, 0)).toEqual(['colour_yellow', 'colour_red'])
})

it('calls the players in a sentence with an article, and keeps nicknames as they are', () => {
  const ana = { id: 'a', name: 'ana', colour: 'red' } as const
  const unnamed = { id: 'b', colour: 'yellow' } as const
  const ai = { level: 'easy', colour: 'blue' } as const
  expect(nameOf([ana, ai], 2, false, true)).toBe('player_ai_in_sentence level_easy')
  expect(subjectOf([ana, unnamed], 2, false)).toBe('Colour_yellow')
  expect(subjectOf([ana, unnamed], 1, false)).toBe('ana')
  expect(subjectOf([ana, ai], 2, false)).toBe('Player_ai_in_sentence level_easy')
})
