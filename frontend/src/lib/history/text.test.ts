import { expect, it, vi } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime'
import { durationText } from './text'

vi.mock('../i18n/locale.svelte', () => ({ language: { now: 'en' } }))
overwriteGetLocale(() => 'en')

it.each([
  [0, '0 s'],
  [-5, '0 s'],
  [1249, '1.2 s'],
  [9940, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [125_000, '2 min 5 s'],
  [3_599_600, '1 h 0 min'],
  [7_380_000, '2 h 3 min'],
])('%i ms', (ms, text) => {
  expect(durationText(ms).replaceAll('\u00a0', ' ')).toBe(text)
})
