import { describe, expect, it } from 'vitest'
import type { Clock } from '../protocol/entries'
import { BASE_PRESETS, clockProblem, inUnits, LIMITS, MOVE_PRESETS, sameClock } from './clock'

describe('clocks', () => {
  it('of the presets are within the limits', () => {
    for (const clock of [...MOVE_PRESETS, ...BASE_PRESETS]) expect(clockProblem(clock)).toBeNull()
  })

  it.each([
    [{ move: LIMITS.move.least }, null],
    [{ move: LIMITS.move.least - 1 }, 'move'],
    [{ move: LIMITS.move.most }, null],
    [{ move: LIMITS.move.most + 1 }, 'move'],
    [{ move: NaN }, 'move'],
    [{ move: 5000.5 }, 'move'],
    [{ base: LIMITS.base.least, increment: 0 }, null],
    [{ base: LIMITS.base.least - 1, increment: 0 }, 'base'],
    [{ base: LIMITS.base.most, increment: LIMITS.increment.most }, null],
    [{ base: LIMITS.base.most + 1, increment: 0 }, 'base'],
    [{ base: 60_000, increment: -1 }, 'increment'],
    [{ base: 60_000, increment: LIMITS.increment.most + 1 }, 'increment'],
    [{} as Clock, 'base'],
    [{ base: 60_000 }, null],
  ])('%o: %s', (clock, problem) => expect(clockProblem(clock)).toBe(problem))

  it('are equal if their times are', () => {
    expect(sameClock(null, null)).toBe(true)
    expect(sameClock(null, { move: 5000 })).toBe(false)
    expect(sameClock({ move: 5000 }, { base: 5000, increment: 0 })).toBe(false)
    expect(sameClock({ base: 60_000, increment: 1 }, { base: 60_000, increment: 2 })).toBe(false)
    expect(sameClock({ base: 60_000, increment: 1 }, { base: 60_000, increment: 1 })).toBe(true)
  })

  it('use the largest whole unit', () => {
    expect(inUnits(800)).toEqual({ count: 0.8, unit: 's' })
    expect(inUnits(90_000)).toEqual({ count: 90, unit: 's' })
    expect(inUnits(120_000)).toEqual({ count: 2, unit: 'min' })
    expect(inUnits(7_200_000)).toEqual({ count: 2, unit: 'h' })
    expect(inUnits(86_400_000)).toEqual({ count: 1, unit: 'day' })
  })
})
