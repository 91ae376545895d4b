import { describe, expect, it } from 'vitest'
import { delay, MIN_DELAY, MAX_DELAY, SPEEDS, NORMAL_DELAY } from './autoplay'

describe('delay', () => {
  it('is shorter the higher the speed', () => {
    const delays = SPEEDS.filter((s) => s !== 'played').map((s) => delay(s, 0))
    expect(delays).toEqual([...delays].sort((a, b) => b - a))
    expect(delay('1', 9999)).toBe(NORMAL_DELAY)
  })

  it('is the time of the move at speed `played`, within limits', () => {
    expect(delay('played', 1234)).toBe(1234)
    expect(delay('played', 0)).toBe(MIN_DELAY)
    expect(delay('played', 86_400_000)).toBe(MAX_DELAY)
  })
})
