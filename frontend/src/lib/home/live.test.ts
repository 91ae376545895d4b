import { expect, it } from 'vitest'
import type { LobbyItem } from '../protocol/rest'
import { pickLive } from './live'

const person = { id: 'x', colour: 'red' as const }
const ai = { level: 'easy', colour: 'blue' as const }
const item = (room: string, more: Partial<LobbyItem> = {}): LobbyItem => ({
  room,
  variant: 'connect4:7x6:4',
  players: [person, person],
  since: 0,
  ply: 5,
  score: [0, 0],
  ...more,
})
const pick = (list: LobbyItem[], mine: string[] = []) =>
  pickLive(list, new Set(mine), (variant) => variant !== 'halma')?.room

it('shows people before AIs, then the most watched game, then the latest', () => {
  const aiGame = item('ai', { players: [ai, ai], spectators: 9 })
  expect(pick([aiGame])).toBe('ai')
  expect(pick([aiGame, item('a'), item('b', { spectators: 2 }), item('c', { since: 5 })])).toBe('b')
  expect(pick([item('a'), item('c', { since: 5 })])).toBe('c')
})

it('shows no game that cannot be drawn, or is the person’s own', () => {
  expect(pick([item('b', { variant: 'halma' }), item('c')], ['c'])).toBeUndefined()
})
