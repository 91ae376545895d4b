import { expect, it, vi } from 'vitest'

vi.mock('./locale.svelte', () => ({ language: { now: 'en' } }))
const { dateLocale } = await import('./dates')

const day = (page: string, browser: string) =>
  new Intl.DateTimeFormat(dateLocale(page, browser), { dateStyle: 'short', timeZone: 'UTC' }).format(
    new Date('2026-11-21T10:00:00Z'),
  )

it('writes dates in the order of the reader’s country', () => {
  expect(day('en', 'en-US')).toBe('11/21/26')
  expect(day('en', 'en-GB')).toBe('21/11/2026')
  expect(day('en', 'de-DE')).toBe('21/11/2026')
  expect(day('en', 'ja')).toMatch(/^(21|2026)/)
  expect(day('fr', 'fr')).toBe('21/11/2026')
  expect(day('fr', 'fr-CA')).toBe('2026-11-21')
})
