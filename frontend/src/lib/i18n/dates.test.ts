import { expect, it, vi } from 'vitest'

vi.mock('./locale.svelte', () => ({ language: { now: 'en' } }))
const { dateLocale } = await import('./dates')

const day = (page: string, browser: unknown) =>
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

it.each([
  ['en-US@posix', '11/21/26'],
  ['en_US', '11/21/26'],
  ['en_US.UTF-8', '11/21/26'],
  ['en_GB.UTF-8', '21/11/2026'],
  ['de_AT@euro', '21/11/2026'],
  // Nothing usable: the country of the page's language
  ['C', '11/21/26'],
  ['POSIX', '11/21/26'],
  ['', '11/21/26'],
  ['x-default', '11/21/26'],
  ['*', '11/21/26'],
  ['not a tag', '11/21/26'],
  ['null', '11/21/26'],
  [undefined, '11/21/26'],
  [null, '11/21/26'],
  [7, '11/21/26'],
])('takes what is usable of the browser’s language %s', (browser, english) => {
  expect(day('en', browser)).toBe(english)
  expect(day('fr', browser)).toMatch(/^21[/.]11[/.](20)?26$/)
})

it.each([
  [['fr-CH', 'en'], 'fr-CH', 'fr'],
  [['fr_FR.UTF-8'], 'fr_FR.UTF-8', 'fr'],
  [['FR@euro'], 'FR@euro', 'fr'],
  [['C', 'de', 'fr'], 'C', 'fr'],
  [['de', 'C'], 'de', 'en'],
  [[], 'fr_FR', 'fr'],
  [undefined, 'fr', 'fr'],
  [undefined, undefined, 'en'],
  [[''], '', 'en'],
  [[null, 'fr'], null, 'fr'],
])('a browser with the languages %j, first %j, shows the page in %s', async (languages, first, page) => {
  vi.stubGlobal('navigator', { languages, language: first })
  vi.stubGlobal('document', { documentElement: {} })
  vi.doMock('../paraglide/runtime', () => ({ overwriteGetLocale() {} }))
  vi.resetModules()
  const { language } = await vi.importActual<typeof import('./locale.svelte')>('./locale.svelte')
  expect(language.now).toBe(page)
  vi.unstubAllGlobals()
})
