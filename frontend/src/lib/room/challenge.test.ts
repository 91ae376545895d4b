import { describe, expect, it } from 'vitest'
import { arrivedSeat } from '../cues/cue'
import { abandonedSeat, awaitedSeat, mayChallenge, myPlace, nextChallenger, yieldableSeat } from './challenge'
import { ANA, log, roomOf, ZOE, type DraftEntry } from './testing'

const cleo: DraftEntry = { type: 'challenged', data: { player: 'cleo', name: 'Cleo' } }
const dan: DraftEntry = { type: 'challenged', data: { player: 'dan' } }
const lost: DraftEntry = { type: 'resigned', data: { seat: 2, end: { winner: 1, reason: 'resigned' } } }
const yields: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2, yields: true } }
const agrees: DraftEntry = { type: 'rematch', data: { seat: 1, game: 2, first: 2 } }

describe('challengers', () => {
  it('are spectators of a game of people, or of a person and an AI', () => {
    expect(mayChallenge(roomOf(log({}), 'eve'))).toBe(true)
    expect(mayChallenge(roomOf(log({}), ANA))).toBe(false)
    expect(mayChallenge(roomOf(log({}), ''))).toBe(false)
    expect(mayChallenge(roomOf(log({}, cleo), 'cleo'))).toBe(false)
    const alone = log({
      players: [
        { id: ANA, colour: 'red' },
        { id: ANA, colour: 'yellow' },
      ],
    })
    expect(mayChallenge(roomOf(alone, 'eve'))).toBe(false)
  })

  it('get the seat that the loser yields, and the loser waits behind them', () => {
    const before = roomOf(log({}, cleo, dan, lost, yields), ZOE)
    expect(before.phase).toBe('finished')
    expect(yieldableSeat(before)).toBeNull()
    expect(nextChallenger(before)?.id).toBe('dan')
    const after = roomOf(log({}, cleo, dan, lost, yields, agrees), 'cleo', 0)
    expect(after.players[1]).toEqual({ id: 'cleo', name: 'Cleo', colour: 'yellow' })
    expect(after.score).toEqual([1, 0])
    expect(after.challengers.map(({ id }) => id)).toEqual(['dan', ZOE])
    expect(myPlace({ ...after, me: ZOE })).toBe(1)
    expect(arrivedSeat({ ...before, me: 'cleo' }, after)).toBe(2)
    expect(arrivedSeat({ ...before, me: ANA }, { ...after, me: ANA })).toBe(2)
    expect(arrivedSeat({ ...before, me: 'dan' }, { ...after, me: 'dan' })).toBeNull()
  })

  it('leave the wish of nobody who wanted to yield', () => {
    const withdrawn: DraftEntry = { type: 'withdrawn', data: { player: 'cleo' } }
    const state = roomOf(log({}, cleo, lost, yields, withdrawn), ZOE)
    expect([state.rematch, state.yields, state.challengers]).toEqual([[false, false], [false, false], []])
  })

  it('get the seat of a player who has left, as soon as the hub says', () => {
    const room = roomOf(log({}, cleo, dan, lost), ANA)
    const left = { ...room, presence: { ...room.presence, claim: [0, 5000] as [number, number] } }
    expect(abandonedSeat(left, 4999)).toBeNull()
    expect(abandonedSeat(left, 5000)).toBe(2)
    expect(abandonedSeat({ ...left, me: 'cleo' }, 5000)).toBe(2)
    expect(abandonedSeat({ ...left, me: 'dan' }, 5000)).toBeNull()
    expect(abandonedSeat({ ...left, me: ZOE }, 5000)).toBeNull()
  })
})

it('says who is awaited for another game and has left', () => {
  const room = roomOf(log({}, lost, { type: 'rematch', data: { seat: 1, game: 2 } }), ANA)
  expect(awaitedSeat(room)).toBe(2)
  expect(awaitedSeat({ ...room, presence: { ...room.presence, seats: [true, true] } })).toBeNull()
  expect(awaitedSeat({ ...room, me: ZOE })).toBeNull()
})
