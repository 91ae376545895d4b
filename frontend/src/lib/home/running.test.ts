import { describe, expect, it } from 'vitest'
import { apply } from '../room/apply'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { gamesToShow, readGames, runningGame, standing, updated, withGame, type RunningGame } from './running'

const moved = (seat: 1 | 2, move: string): DraftEntry => ({ type: 'moved', data: { seat, move, ms: 900 } })
const resigned: DraftEntry = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }
const game = (room: string, more: Partial<RunningGame> = {}): RunningGame => ({
  ...runningGame(room, roomOf(log({})), 1000)!,
  ...more,
})
const person = { id: ANA, colour: 'red' as const }

describe('a remembered game', () => {
  it('is one in which the person has a seat, until it ends', () => {
    const entries = log({}, moved(1, '4'), resigned)
    const playing = roomOf(entries.slice(0, 2))
    expect(runningGame('r', playing, 5)).toMatchObject({ room: 'r', phase: 'playing', turn: 2, at: 5 })
    expect(runningGame('r', roomOf(entries.slice(0, 2), 'eve'), 5)).toBeNull()
    expect(runningGame('r', apply(playing, { t: 'entries', entries }), 5)).toBeNull()
  })

  it('replaces the earlier one of its room, and comes first', () => {
    const list = withGame([game('a'), game('b')], 'b', game('b', { at: 2000 }))
    expect(list.map(({ room, at }) => [room, at])).toEqual([
      ['b', 2000],
      ['a', 1000],
    ])
    expect(withGame(list, 'b', null).map(({ room }) => room)).toEqual(['a'])
  })

  it('learns whose turn it is from the hub', () => {
    const { players, variant } = game('a')
    const info = { variant, players, phase: 'playing' as const, first: 2 as const, moves: ['1', '2'] }
    expect(updated(game('a'), info).turn).toBe(2)
    expect(updated(game('a'), { ...info, phase: 'finished' }).turn).toBeNull()
  })

  it('is forgotten when it is old or cannot be read', () => {
    const stored = [game('a'), game('b', { at: 0 }), { room: 'c' }, null, game('../x')]
    expect(readGames(stored, 14 * 86_400_000 + 500).map(({ room }) => room)).toEqual(['a'])
    for (const unusable of [null, {}, '[]', 7]) expect(readGames(unusable, 0)).toEqual([])
  })
})

describe('the games of the start page', () => {
  it('begin with those in which somebody waits for the person', () => {
    const ai = game('ai', { players: [person, { level: 'easy', colour: 'blue' }], at: 9000 })
    const self = game('self', { players: [person, { ...person, colour: 'blue' }] })
    const waiting = game('w', { phase: 'waiting', turn: null })
    const list = [ai, self, waiting, game('theirs', { turn: 2 }), game('mine', { turn: 1 })]
    expect(list.map(standing)).toEqual(['ai', 'self', 'waiting', 'theirs', 'mine'])
    expect(gamesToShow(list).map(({ room }) => room)).toEqual(['mine', 'theirs', 'w'])
    expect(standing(game('a', { me: ZOE, turn: 2 }))).toBe('mine')
    expect(standing(game('a', { phase: 'finished', turn: null }))).toBe('over')
  })
})
