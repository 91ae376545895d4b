import { describe, expect, it } from 'vitest'
import type { Player } from '../protocol/entries'
import type { Wish } from '../protocol/tohub'
import { apply } from './apply'
import type { RoomState } from './state'
import { ANA, log, roomOf, type Short, ZOE } from './testing'
import {
  adviceToShow,
  askedAgain,
  askedByMe,
  askedOfMe,
  claimFrom,
  holds,
  isOwner,
  isSelf,
  isWatch,
  mayAskAgain,
  mayEmote,
  mayMove,
  mayOfferDraw,
  mayTakeBack,
  mySeat,
  opponent,
  paceToShow,
  turnToShow,
} from './view'

const moved = (seat: 1 | 2, move = '4'): Short => ({ type: 'moved', data: { seat, move, ms: 1000 } })
const give = (state: RoomState, wish: Wish) =>
  apply(state, { t: 'given', command: { ...wish, id: 'c', n: state.n } })
const resigned: Short = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }

const SELF: [Player, Player] = [
  { id: ANA, colour: 'red' },
  { id: ANA, name: 'Bob', colour: 'yellow' },
]
const MACHINE: [Player, Player] = [
  { id: ANA, colour: 'red' },
  { level: 'easy', colour: 'yellow' },
]
const MACHINES: [Player, Player] = [
  { level: 'easy', colour: 'red' },
  { level: 'strong', colour: 'yellow' },
]

describe('pass and play', () => {
  const room = (...more: Short[]) => roomOf(log({ players: SELF }, ...more))

  it('moves for whoever is to move', () => {
    expect(isSelf(room())).toBe(true)
    expect([holds(room(), 1), holds(room(), 2)]).toEqual([true, true])
    expect([mySeat(room()), mayMove(room())]).toEqual([1, true])
    expect([mySeat(room(moved(1))), mayMove(room(moved(1)))]).toEqual([2, true])
  })

  it('waits for its own move to be stored', () => {
    const flying = give(room(), { t: 'move', move: '4' })
    expect([mayMove(flying), turnToShow(flying)]).toEqual([false, 2])
  })

  it('takes back and agrees with itself, but talks to nobody', () => {
    expect(mayTakeBack(room())).toBe(false)
    expect(mayTakeBack(room(moved(1)))).toBe(true)
    const state = room(moved(1))
    expect([opponent(state), mayEmote(state), claimFrom(state)]).toEqual([null, false, null])
    expect(mayOfferDraw(state)).toBe(true)
  })

  it('is watched by others as any game', () => {
    expect(mySeat(roomOf(log({ players: SELF }), ZOE))).toBeNull()
    expect(mayMove(roomOf(log({ players: SELF }), ZOE))).toBe(false)
  })
})

describe('AI against AI', () => {
  const room = (me = ANA, ...more: Short[]) => roomOf(log({ players: MACHINES, pace: 800 }, ...more), me)

  it('belongs to who opened it', () => {
    expect(isWatch(room())).toBe(true)
    expect([isOwner(room()), isOwner(room(ZOE))]).toEqual([true, false])
    expect(mySeat(room())).toBeNull()
    const over: Short = {
      ...moved(1),
      data: { seat: 1, move: '4', ms: 1, end: { winner: 1, reason: 'line' } },
    } as Short
    expect([mayAskAgain(room(ANA, over)), mayAskAgain(room(ZOE, over))]).toEqual([true, false])
  })

  it('goes at the pace that was asked for last', () => {
    expect(paceToShow(room())).toEqual({ ms: 800, paused: false })
    const asked = give(room(), { t: 'pace', ms: 100, paused: true })
    expect(paceToShow(asked)).toEqual({ ms: 100, paused: true })
    expect(paceToShow(roomOf(log({})))).toBeNull()
  })
})

describe('offers', () => {
  const offered = (seat: 1 | 2, offer: 'draw' | 'takeback'): Short => ({
    type: 'offered',
    data: { seat, offer },
  })

  it('wait for the other, and only there', () => {
    const entries = log({}, moved(1), offered(1, 'draw'))
    expect([askedByMe(roomOf(entries)), askedOfMe(roomOf(entries))]).toEqual(['draw', null])
    expect([askedByMe(roomOf(entries, ZOE)), askedOfMe(roomOf(entries, ZOE))]).toEqual([null, 'draw'])
    expect([askedByMe(roomOf(entries, 'eve')), askedOfMe(roomOf(entries, 'eve'))]).toEqual([null, null])
    expect(mayOfferDraw(roomOf(entries, ZOE))).toBe(false)
  })

  it('come one after the other, the takeback first', () => {
    const entries = log({}, moved(1), offered(1, 'draw'), offered(1, 'takeback'))
    expect(askedOfMe(roomOf(entries, ZOE))).toBe('takeback')
  })

  it('of a takeback need a move of one’s own', () => {
    expect(mayTakeBack(roomOf(log({}, moved(1))))).toBe(true)
    expect(mayTakeBack(roomOf(log({}, moved(1)), ZOE))).toBe(false)
    expect(mayTakeBack(roomOf(log({}, moved(1), moved(2)), ZOE))).toBe(true)
    expect(mayTakeBack(roomOf(log({}, moved(1), offered(1, 'takeback'))))).toBe(false)
    expect(mayTakeBack(roomOf(log({}, moved(1), resigned)))).toBe(false)
  })

  it('are not made to an AI, which allows a takeback at once', () => {
    const state = roomOf(log({ players: MACHINE }, moved(1), moved(2)))
    expect([mayTakeBack(state), mayOfferDraw(state), mayEmote(state)]).toEqual([true, false, false])
  })
})

describe('advice', () => {
  const advised: Short = { type: 'advised', by: 'ai', data: { seat: 1, move: '3' } }
  const entries = log({ advice: [true, false] }, advised)

  it('is for its player and for who watches, not for the opponent', () => {
    expect(adviceToShow(roomOf(entries))).toBe('3')
    expect(adviceToShow(roomOf(entries, 'eve'))).toBe('3')
    expect(adviceToShow(roomOf(entries, ZOE))).toBeNull()
    expect(adviceToShow(roomOf(log({ players: SELF }, advised)))).toBe('3')
  })

  it('is gone as soon as one has moved', () => {
    expect(adviceToShow(give(roomOf(entries), { t: 'move', move: '4' }))).toBeNull()
  })
})

describe('claims', () => {
  const away = (claim: [number, number]) => ({
    ...roomOf(log({}, moved(1))),
    here: { seats: [true, false] as [boolean, boolean], spectators: 0, claim },
  })

  it('are against the other, from the hub’s time on', () => {
    expect(claimFrom(away([0, 1_763_700_050_000]))).toBe(1_763_700_050_000)
    expect(claimFrom(away([5, 0]))).toBeNull()
    expect(claimFrom({ ...away([0, 5]), me: 'eve' })).toBeNull()
    expect(claimFrom({ ...away([0, 5]), phase: 'finished' })).toBeNull()
  })
})

describe('another game', () => {
  it('is asked for by players, once', () => {
    const over = roomOf(log({}, moved(1), resigned))
    expect([mayAskAgain(over), askedAgain(over)]).toEqual([true, false])
    expect(askedAgain(give(over, { t: 'rematch' }))).toBe(true)
    expect(mayAskAgain(roomOf(log({}, moved(1), resigned), 'eve'))).toBe(false)
  })

  it('is not there where the first was imported', () => {
    expect(mayAskAgain(roomOf(log({ imported: true }, moved(1), resigned)))).toBe(false)
  })
})
