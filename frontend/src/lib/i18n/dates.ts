/** Dates in the page's language, in the order and with the clock of the reader's own country. */
import { language } from './locale.svelte'

/**
 * The locale for dates: the page's language with the region of the browser's first language. Without a region, that of
 * the language's most common country. English has no dates of its own for most countries; there it takes those of the world.
 */
export function dateLocale(page: string, browser: unknown): string {
  // Browsers also say `en_US.UTF-8`, `C` or nothing.
  const [tag] = /^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?(?![a-z\d ])/i.exec(String(browser)) ?? [
    page,
  ]
  const { region } = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  const wanted = `${page}-${region ?? ''}`.replace(/-$/, '')
  const found = new Intl.DateTimeFormat(wanted).resolvedOptions().locale
  return page === 'en' && found === 'en' && region !== 'US' ? 'en-001' : wanted
}

/** A day such as `2026-11-23`, which has no time zone, as a text. */
export const dayText = (day: string, options: Intl.DateTimeFormatOptions): string =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(day))

/** A format of dates for the reader. Reactive: it follows the page's language. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale(language.now, navigator.language), options)
