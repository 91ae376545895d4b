import { expect, it } from 'vitest'
import { HubClock } from './hubclock'

it('takes the middle of the way there and back for the moment of the answer', () => {
  const clock = new HubClock()
  clock.heard(50_000, 1000, 1200)
  expect(clock.at(1100)).toBe(50_000)
})

it('keeps the answer that came quickest', () => {
  const clock = new HubClock()
  clock.heard(50_000, 1000, 1020)
  clock.heard(50_300, 1200, 1500)
  expect(clock.at(1010)).toBe(50_000)
  clock.heard(51_000, 2005, 2009)
  expect(clock.at(2007)).toBe(51_000)
})

it('gives an old answer up for a new one', () => {
  const clock = new HubClock()
  clock.heard(50_000, 1000, 1020)
  clock.heard(150_100, 101_000, 101_200)
  expect(clock.at(101_100)).toBe(150_100)
})

it('follows at once when this device is set to another time', () => {
  const clock = new HubClock()
  clock.heard(50_000, 1000, 1020)
  clock.heard(51_000, 902_000, 902_400)
  expect(clock.at(902_200)).toBe(51_000)
})

it('knows no better than this device before the first answer', () => {
  expect(new HubClock().at(77)).toBe(77)
})
