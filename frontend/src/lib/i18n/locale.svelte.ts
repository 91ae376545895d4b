/**
 * The language of the page: the person's choice, else the first supported language of the browser, else English. The
 * language is reactive: components with texts update when it changes. Without storage a choice lasts for this visit only.
 */
import { readText, writeText } from '../storage'
import { tellHub } from '../tellhub'

export type Locale = 'en' | 'fr'
export const locales: readonly Locale[] = ['en', 'fr']

const KEY = 'quatre.locale'

const isLocale = (code: string | null): code is Locale =>
  (locales as readonly (string | null)[]).includes(code)

function firstLocale(): Locale {
  const chosen = readText(KEY)
  if (isLocale(chosen)) tellHub('language', chosen)
  // As one text: some browsers have no list, and some have `fr_FR.UTF-8` in it.
  const tags = String([navigator.languages, navigator.language]).toLowerCase().split(',')
  const wanted = [chosen, ...tags.map((tag) => tag.split(/[^a-z]/)[0]!)]
  return wanted.find(isLocale) ?? 'en'
}

let current = $state<Locale>(firstLocale())
document.documentElement.lang = current

export const language = {
  get now(): Locale {
    return current
  },
  choose(locale: Locale): void {
    current = locale
    document.documentElement.lang = locale
    tellHub('language', locale)
    writeText(KEY, locale)
  },
}

// In the build, localized.ts replaces Paraglide's choice of the language. The development server uses Paraglide's.
if (import.meta.env.DEV)
  void import('../paraglide/runtime').then(({ overwriteGetLocale }) => overwriteGetLocale(() => current))
