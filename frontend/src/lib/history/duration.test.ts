import { expect, it } from 'vitest'
import { durationParts } from './duration'

it.each([
  [0, { unit: 'seconds', seconds: 0 }],
  [-5, { unit: 'seconds', seconds: 0 }],
  [1249, { unit: 'seconds', seconds: 1.2 }],
  [9940, { unit: 'seconds', seconds: 9.9 }],
  [9960, { unit: 'seconds', seconds: 10 }],
  [59_400, { unit: 'seconds', seconds: 59 }],
  [59_600, { unit: 'minutes', minutes: 1, seconds: 0 }],
  [125_000, { unit: 'minutes', minutes: 2, seconds: 5 }],
  [3_599_600, { unit: 'hours', hours: 1, minutes: 0 }],
  [7_380_000, { unit: 'hours', hours: 2, minutes: 3 }],
])('%i ms', (ms, parts) => {
  expect(durationParts(ms)).toEqual(parts)
})
