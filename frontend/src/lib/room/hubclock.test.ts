import { expect, it } from 'vitest'
import { HubClock } from './hubclock'

it('assumes that the hub answered in the middle of the round trip', () => {
  const clock = new HubClock()
  clock.addSample(50_000, 1000, 1200)
  expect(clock.at(1100)).toBe(50_000)
})

it('keeps the sample with the shortest round trip', () => {
  const clock = new HubClock()
  clock.addSample(50_000, 1000, 1020)
  clock.addSample(50_300, 1200, 1500)
  expect(clock.at(1010)).toBe(50_000)
  clock.addSample(51_000, 2005, 2009)
  expect(clock.at(2007)).toBe(51_000)
})

it('replaces an old sample', () => {
  const clock = new HubClock()
  clock.addSample(50_000, 1000, 1020)
  clock.addSample(150_100, 101_000, 101_200)
  expect(clock.at(101_100)).toBe(150_100)
})

it('follows at once when this device’s clock is changed', () => {
  const clock = new HubClock()
  clock.addSample(50_000, 1000, 1020)
  clock.addSample(51_000, 902_000, 902_400)
  expect(clock.at(902_200)).toBe(51_000)
})

it('uses this device’s clock before the first sample', () => {
  expect(new HubClock().at(77)).toBe(77)
})
