import { expect, it } from 'vitest'
import { secondsToAnnounce } from './timewarning'

it('announces 30 and 10 seconds, if that is at most half the initial time', () => {
  const minute = { base: 60_000, increment: 0 }
  expect([60_000, 30_001, 30_000, 10_001, 10_000, 0].map((left) => secondsToAnnounce(minute, left))).toEqual([
    null,
    null,
    30,
    30,
    10,
    10,
  ])
  expect(secondsToAnnounce({ move: 30_000 }, 25_000)).toBeNull()
  expect(secondsToAnnounce({ move: 15_000 }, 2000)).toBeNull()
})
