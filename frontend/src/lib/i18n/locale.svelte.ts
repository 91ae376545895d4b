/**
 * The language of the page: the person's choice, else the first supported language of the browser, else English. The
 * language is reactive: components with texts update when it changes.
 */
import { getLocale, locales, overwriteGetLocale, setLocale, type Locale } from '../paraglide/runtime'

const first = getLocale()
let current = $state<Locale>(first)

overwriteGetLocale(() => current)
document.documentElement.lang = first

export { locales, type Locale }

export const language = {
  get now(): Locale {
    return current
  },
  choose(locale: Locale): void {
    current = locale
    document.documentElement.lang = locale
    // Saves the choice; the page needs no reload.
    void setLocale(locale, { reload: false })
  },
}
