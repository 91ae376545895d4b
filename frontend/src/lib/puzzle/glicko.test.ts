import { expect, it } from 'vitest'
import { rated } from './glicko'

it('rates as the worked example of Glickman does', () => {
  const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
    { against: { rating: 1400, deviation: 30 }, score: 1 },
    { against: { rating: 1550, deviation: 100 }, score: 0 },
    { against: { rating: 1700, deviation: 300 }, score: 0 },
  ])
  expect(after.rating).toBeCloseTo(1464.06, 1)
  expect(after.deviation).toBeCloseTo(151.52, 1)
  expect(after.volatility).toBeCloseTo(0.05999, 4)
})

it('makes a steady player more certain, and a surprising one less steady', () => {
  const steady = { rating: 1000, deviation: 350, volatility: 0.06 }
  const won = rated(steady, [{ against: { rating: 1000, deviation: 80 }, score: 1 }])
  expect(won.rating).toBeGreaterThan(1000)
  expect(won.deviation).toBeLessThan(350)
  const known = { ...steady, deviation: 60 }
  const surprise = Array.from({ length: 8 }, () => ({ against: { rating: 1600, deviation: 80 }, score: 1 }))
  expect(rated(known, surprise).volatility).toBeGreaterThan(0.06)
})
