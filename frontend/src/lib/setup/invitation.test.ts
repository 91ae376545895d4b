import { describe, expect, it, vi } from 'vitest'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import type { Player } from '../protocol/entries'

// Each message returns its key and its inputs, so these tests do not depend on the wording.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))
vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))

const { objectName, seatName, statusText, subjectName } = await import('../i18n/roomtext')
const { invitationTerms, invitationText } = await import('./invitation')

const room = (created: object, name?: string, me = ZOE) => {
  const players: [Player, Player] = [{ id: ANA, colour: 'red', name }, { colour: 'yellow' }]
  return roomOf(log({ players, ...created }), me)
}

describe('an invitation', () => {
  it('names the host, if the host has a name', () => {
    expect(invitationText(room({}, 'Ana'))).toBe('invite_from Ana invite_game_connect4')
    expect(invitationText(room({ variant: 'force3:fair' }))).toBe('invite_anonymous invite_game_force3')
    expect(invitationText(room({}), 'typed')).toBe('invite_from typed invite_game_connect4')
  })

  it('says the board, and the rules, clock and advice if there are any', () => {
    expect(invitationTerms(room({}))).toEqual(['setup_size 7 6'])
    expect(invitationTerms(room({ variant: 'tictactoe' }))).toEqual([])
    const clock = { base: 180_000, increment: 0 }
    expect(invitationTerms(room({ variant: 'force3:fair', clock }))).toEqual([
      'setup_fair_short · setup_base_only setup_clock_minutes 3',
    ])
    expect(invitationTerms(room({ advice: [true, false] }, 'Ana'))).toEqual([
      'setup_size 7 6',
      'status_advice_on Ana',
    ])
  })

  it('never speaks of a free seat', () => {
    expect(statusText(room({}, 'Ana'), 0)).toBe('invite_waits Ana')
    expect(statusText(room({}), 0)).toBe('invite_waits lobby_somebody')
    expect(seatName(room({}), 2)).toBe('player_you')
    expect(seatName(room({}, 'Ana', ANA), 2)).toBe('Seat_friend')
    expect(seatName(room({ open: true }, 'Ana', ANA), 2)).toBe('Seat_opponent')
  })

  it('calls the guest a friend to the host only, until there is a name', () => {
    const joined = (me: string, data: object = {}) =>
      roomOf(
        log({ players: [{ id: ANA, colour: 'red' }, { colour: 'yellow' }] }, {
          type: 'joined',
          data: { seat: 2, player: ZOE, ...data },
        } as DraftEntry),
        me,
      )
    expect(seatName(joined(ANA), 2)).toBe('Seat_friend')
    expect([subjectName(joined(ZOE), 1), objectName(joined(ZOE), 1)]).toEqual(['Seat_friend', 'seat_friend'])
    expect([seatName(joined(ANA), 1), seatName(joined('eve'), 2)]).toEqual(['player_you', 'colour_yellow'])
    expect(objectName(joined(ANA, { name: 'zoé' }), 2)).toBe('zoé')
    expect(statusText({ ...joined(ANA), moves: ['4'] }, 0)).toBe('Status_their_turn seat_friend')
    expect(statusText({ ...joined(ANA, { name: 'zoé' }), moves: ['4'] }, 0)).toBe('status_their_turn zoé')
  })
})
