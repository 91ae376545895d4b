import { describe, expect, it } from 'vitest'
import type { RoomInfo } from '../protocol/rest'
import { ANA, log, roomOf, ZOE } from '../room/testing'
import { friendIn, meeting, withFriend, type Friend } from './friends'

const over = log(
  { starter: 'me', advice: [false, true], clock: { move: 30_000 } },
  { type: 'resigned', data: { seat: 2, end: { winner: 1, reason: 'resigned' } } },
)

describe('friends', () => {
  it('are those with whom the person has played in a room that is not listed', () => {
    const friend = friendIn('room', roomOf(over, ZOE))
    expect(friend).toMatchObject({ id: ANA, me: ZOE, name: 'Ana', room: 'room' })
    expect(friendIn('room', roomOf(log({ open: true }), ZOE))).toBeNull()
    expect(friendIn('room', roomOf(over, 'eve'))).toBeNull()
  })

  it('are invited with the same options, seen from the other seat', () => {
    expect(friendIn('room', roomOf(over, ZOE))!.request).toMatchObject({
      variant: 'connect4:7x6:4',
      opponent: 'human',
      starter: 'other',
      advice: '1',
      clock: { move: 30_000 },
      colour: 'yellow',
      other_colour: 'red',
    })
  })

  it('are at most eight, the last one first, each once', () => {
    const friend = (id: string) => ({ ...friendIn('room', roomOf(over, ZOE))!, id }) as Friend
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'b'].reduce(
      (list, id) => withFriend(list, friend(id)),
      [] as Friend[],
    )
    expect(all.map(({ id }) => id).join('')).toBe('bihgfedc')
  })

  it('meet again where both still have their seats', () => {
    const friend = friendIn('room', roomOf(over, ZOE))!
    const room = roomOf(over, ZOE) as unknown as RoomInfo
    expect(meeting(friend, room)).toBe('open')
    expect(meeting(friend, { ...room, rematch: [true, false] })).toBe('wants')
    expect(meeting(friend, { ...room, rematch: [true, true] })).toBe('asked')
    expect(meeting(friend, { ...room, phase: 'closed' })).toBe('gone')
    expect(meeting({ ...friend, id: 'eve' }, room)).toBe('gone')
    const [, zoe] = room.players
    expect(meeting(friend, { ...room, phase: 'waiting', players: [{ colour: 'red' }, zoe] })).toBe('open')
  })
})
