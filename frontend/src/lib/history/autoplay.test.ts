import { describe, expect, it } from 'vitest'
import { delay, LEAST, MOST, SPEEDS, STEP } from './autoplay'

describe('delay', () => {
  it('is shorter the higher the speed', () => {
    const delays = SPEEDS.filter((s) => s !== 'played').map((s) => delay(s, 0))
    expect(delays).toEqual([...delays].sort((a, b) => b - a))
    expect(delay('1', 9999)).toBe(STEP)
  })

  it('as played is what the move took, within reason', () => {
    expect(delay('played', 1234)).toBe(1234)
    expect(delay('played', 0)).toBe(LEAST)
    expect(delay('played', 86_400_000)).toBe(MOST)
  })
})
