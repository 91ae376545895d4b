/**
 * The page's language: the one that was chosen here, else the first of the browser's that the page speaks, else English.
 * It is reactive: a component that says something is drawn again when the language changes, and nothing else moves.
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
    // Remembers it; the page needs no reload.
    void setLocale(locale, { reload: false })
  },
}
