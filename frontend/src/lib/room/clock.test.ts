import { describe, expect, it } from 'vitest'
import type { Clock, Entry } from '../protocol/entries'
import { apply } from './apply'
import { formatClock, isRunning, isTimed, timeLeft, isUrgent } from './clock'
import { log, roomOf } from './testing'

const FISCHER: Clock = { base: 60_000, increment: 2000 }
const play = (clock: Clock | undefined, ...more: Parameters<typeof log>[1][]) =>
  roomOf(log({ clock }, ...more))
/** A turn that took `ms` milliseconds. */
const turn = (seat: 1 | 2, ms: number, lag?: number) =>
  ({ type: 'moved', after: ms, data: { seat, move: '4', ms, ...(lag !== undefined && { lag }) } }) as const

describe('base and increment', () => {
  it('does not run before both sides have moved once', () => {
    const one = play(FISCHER, turn(1, 30_000))
    expect(isTimed(one)).toBe(false)
    expect(timeLeft(one, 2, one.turnAt + 90_000)).toBe(60_000)
    const two = play(FISCHER, turn(1, 30_000), turn(2, 20_000))
    expect([timeLeft(two, 1, two.turnAt), timeLeft(two, 2, two.turnAt)]).toEqual([60_000, 60_000])
    expect([isRunning(two, 1), isRunning(two, 2)]).toEqual([true, false])
    expect(timeLeft(two, 1, two.turnAt + 5000)).toBe(55_000)
  })

  it('has no increment if the hub sends none', () => {
    const moves = [turn(1, 1), turn(2, 1), turn(1, 5000), turn(2, 1)]
    expect(play({ base: 60_000 }, ...moves).timers[0].left).toBe(55_000)
    const back = play({ base: 60_000 }, ...moves, { type: 'takenback', after: 0, data: { seat: 1, ply: 2 } })
    expect(timeLeft(back, 1, back.turnAt)).toBe(55_000)
  })

  it('charges a turn without its network lag, and adds the increment', () => {
    const state = play(FISCHER, turn(1, 1), turn(2, 1), turn(1, 5000, 300))
    expect(state.timers[0]).toEqual({ left: 60_000 - 4700 + 2000, quota: 1500 - 300 + 500, used: 5001 })
    expect(state.timers[1]).toEqual({ left: 60_000, quota: 1500, used: 1 })
  })

  it('never charges a negative time', () => {
    const state = play(FISCHER, turn(1, 1), turn(2, 1), turn(1, 100, 300))
    expect(state.timers[0].left).toBe(62_000)
  })

  it('raises the lag quota up to its limit', () => {
    const turns = Array.from({ length: 12 }, (_, i) => turn(i % 2 === 0 ? 1 : 2, 10))
    expect(play(FISCHER, ...turns).timers.map((t) => t.quota)).toEqual([3500, 3500])
  })

  it('does not refund time when a move is taken back', () => {
    const state = play(FISCHER, turn(1, 1), turn(2, 1), turn(1, 5000), turn(2, 1), {
      type: 'takenback',
      after: 700,
      data: { seat: 1, ply: 2 },
    })
    expect(state.moves).toHaveLength(2)
    // Both increments are deducted, and the current turn is charged.
    expect(timeLeft(state, 1, state.turnAt)).toBe(60_000 - 5000 - 700)
    expect(timeLeft(state, 2, state.turnAt)).toBe(60_000 - 1)
    expect(state.timers[0].used).toBe(1 + 5000 + 700)
  })

  it('shows the same time after a credited outage', () => {
    const outage = { type: 'credited', after: 90_000, data: { ms: 88_000, until: 0 } } as const
    const state = play(FISCHER, turn(1, 1), turn(2, 1), outage)
    const now = state.turnAt + 2000
    expect(timeLeft(state, 1, now)).toBe(58_000)
    const again = play(FISCHER, turn(1, 1), turn(2, 1), outage, outage)
    expect(again.turnAt - state.turnAt).toBe(88_000)
    const moved = play(FISCHER, turn(1, 1), turn(2, 1), outage, turn(1, 3000))
    expect(timeLeft(moved, 2, moved.turnAt + 1000)).toBe(59_000)
  })

  it('shows the initial time before the game', () => {
    const waiting = roomOf(
      log({ clock: FISCHER, players: [{ id: 'ana', colour: 'red' }, { colour: 'yellow' }] }),
    )
    expect(timeLeft(waiting, 1, waiting.turnAt + 1e9)).toBe(60_000)
  })

  it('never shows less than zero', () => {
    const state = play(FISCHER, turn(1, 1), turn(2, 1))
    expect(timeLeft(state, 1, state.turnAt + 70_000)).toBe(0)
    expect(timeLeft(state, 1, state.turnAt - 50)).toBe(60_000)
  })

  it('stops when the game is over', () => {
    const state = play(FISCHER, turn(1, 1), turn(2, 1), {
      type: 'resigned',
      after: 4000,
      data: { seat: 1, end: { winner: 2, reason: 'resigned' } },
    })
    const later = state.endAt + 3_600_000
    expect([timeLeft(state, 1, later), timeLeft(state, 2, later)]).toEqual([56_000, 60_000])
    expect(isRunning(state, 1)).toBe(false)
  })

  it('starts again with the initial time in the next game', () => {
    const over = play(FISCHER, turn(1, 1), turn(2, 1), turn(1, 9000), {
      type: 'resigned',
      data: { seat: 1, end: { winner: 2, reason: 'resigned' } },
    })
    const again = { n: over.n + 1, at: 0, type: 'rematch', data: { seat: 1, game: 2, first: 2 }, digest: '' }
    expect(apply(over, { t: 'entries', entries: [again as Entry] }).timers[0]).toEqual({
      left: 60_000,
      quota: 1500,
      used: 0,
    })
  })
})

describe('time per move', () => {
  it('starts again with each turn', () => {
    const state = play({ move: 15_000 }, turn(1, 1), turn(2, 1), turn(1, 14_000))
    expect(timeLeft(state, 1, state.turnAt + 3000)).toBe(15_000)
    expect(timeLeft(state, 2, state.turnAt + 3000)).toBe(12_000)
  })
})

describe('no clock', () => {
  it('shows no time, and counts the time used', () => {
    const state = play(undefined, turn(1, 2000), turn(2, 3000))
    expect(timeLeft(state, 1, state.turnAt)).toBeNull()
    expect(state.timers.map(({ used }) => used)).toEqual([2000, 3000])
  })
})

describe('formatting and warnings', () => {
  it.each([
    [0, '0:00'],
    [1, '0:01'],
    [59_001, '1:00'],
    [3_600_000, '1:00:00'],
    [3_725_000, '1:02:05'],
    [86_400_000, '24:00:00'],
  ] as const)('formats %i ms as %s', (ms, face) => {
    expect(formatClock(ms)).toBe(face)
  })

  it('is urgent below ten seconds or a tenth, but never above half the initial time', () => {
    const minute = { base: 60_000, increment: 0 }
    expect([isUrgent(minute, 10_000), isUrgent(minute, 9999)]).toEqual([false, true])
    const ten = { base: 600_000, increment: 0 }
    expect([isUrgent(ten, 60_000), isUrgent(ten, 59_999)]).toEqual([false, true])
    expect([isUrgent({ move: 5000 }, 5000), isUrgent({ move: 5000 }, 2499)]).toEqual([false, true])
  })
})
