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

it('tells players of one name apart by their colours', () => {
  const called = (one: string, two: string): string[] => {
    const player = (name: string, colour: 'red' | 'yellow'): Player =>
      name.startsWith('ai:') ? { level: name.slice(3), colour } : { id: name + colour, name, colour }
    const players = [player(one, 'red'), player(two, 'yellow')] as const
    return [nameOf(players, 1, false), subjectOf(players, 2, false)]
  }
  expect(called('Ana', 'Ana')).toEqual(['Ana (colour_red)', 'Ana (colour_yellow)'])
  expect(called('ana', 'ANA')).toEqual(['ana (colour_red)', 'ANA (colour_yellow)'])
  expect(called('Zoé', 'Zoe\u0301')).toEqual(['Zoé (colour_red)', 'Zoe\u0301 (colour_yellow)'])
  expect(called('Ana', 'Anna')).toEqual(['Ana', 'Anna'])
  expect(called('colour_yellow', '')).toEqual(['colour_yellow (colour_red)', 'Colour_yellow'])
  expect(called('ai:easy', 'ai:easy')).toEqual([
    'level_easy, colour_red',
    'Player_ai_in_sentence level_easy, colour_yellow',
  ])
  expect(called('علي', 'علي')).toEqual(['\u2068علي\u2069 (colour_red)', '\u2068علي\u2069 (colour_yellow)'])
})

it.each(['علي 12', 'דוד (1)', 'Ana דוד', '١٢', 'ﷺ', '𞤀𞤣𞤤'])(
  'isolates %s from the words around it',
  (name) => {
    const players = [
      { id: 'a', name, colour: 'red' },
      { id: 'b', name: '漢字 🎉 Zoé', colour: 'blue' },
    ] as const
    expect([nameOf(players, 1, false), nameOf(players, 2, false)]).toEqual([
      `\u2068${name}\u2069`,
      '漢字 🎉 Zoé',
    ])
    expect(levelName(`custom:depth=1,name=${name}`)).toBe(`level_own_name \u2068${name}\u2069`)
  },
)

it('calls the players in a sentence with an article, and keeps nicknames as they are', () => {
  const ana = { id: 'a', name: 'ana', colour: 'red' } as const
  const unnamed = { id: 'b', colour: 'yellow' } as const
  const ai = { level: 'easy', colour: 'blue' } as const
  expect(nameOf([ana, ai], 2, false, true)).toBe('player_ai_in_sentence level_easy')
  expect(subjectOf([ana, unnamed], 2, false)).toBe('Colour_yellow')
  expect(subjectOf([ana, unnamed], 1, false)).toBe('ana')
  expect(subjectOf([ana, ai], 2, false)).toBe('Player_ai_in_sentence level_easy')
})
