import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './processes'

/** The messages of the page, from its own files, so that a test can use them in either language. */

export type Language = 'en' | 'fr'
type Messages = Record<string, string>

/** By key. The texts of a message that depends on something are called `theme_name theme=fork`. */
const read = (language: Language): Messages => {
  const file = readFileSync(join(ROOT, 'frontend/messages', `${language}.json`), 'utf8')
  const all = Object.entries(JSON.parse(file) as Record<string, string | { match: Messages }[]>)
  return Object.fromEntries(
    all.flatMap(([key, text]) =>
      typeof text === 'string'
        ? [[key, text]]
        : Object.entries(text[0]!.match).map(([form, text]) => [`${key} ${form}`, text]),
    ),
  )
}
const MESSAGES = { en: read('en'), fr: read('fr') }

/** The message of a key, with its placeholders filled. */
export const messages =
  (language: Language) =>
  (key: string, inputs: Record<string, string> = {}): string => {
    const message = MESSAGES[language][key]
    if (message === undefined) throw new Error(`no message ${key}`)
    return message.replace(/\{(\w+)\}/g, (_, name: string) => inputs[name] ?? `{${name}}`)
  }

const french = new Set(Object.values(MESSAGES.fr))
/** Patterns of the English messages that are not also French. Placeholders match anything. */
const ENGLISH_PATTERNS = Object.entries(MESSAGES.en)
  // The name of the other language is written in that language.
  .filter(
    ([key, text]) =>
      key !== 'header_other_language' &&
      MESSAGES.fr[key] !== text &&
      !french.has(text) &&
      /[a-z]{2}/i.test(text),
  )
  .map(([key, text]) => ({ key, text }))
  // A message without letters outside its placeholders would match anything.
  .filter(({ text }) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, '')))
  .map(({ key, text }) => ({
    key,
    pattern: new RegExp(
      `^${text
        .split(/\{\w+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+?')}$`,
    ),
  }))

/** The visible and accessible texts of a page, except those marked with another language. */
async function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inPageLanguage = (element: Element | null) =>
      element?.closest('[lang]') === document.documentElement
    const list = [document.title.split(' · ')[0]!]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (inPageLanguage(node))
          for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
            list.push(node.getAttribute(name) ?? '')
      } else if (inPageLanguage(node.parentElement) && !node.parentElement!.closest('script, style'))
        list.push(node.textContent ?? '')
    }
    return list.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  })
}

/** The English messages on a French page. */
export async function leftInEnglish(page: Page): Promise<string[]> {
  const texts = await visibleTexts(page)
  return texts.flatMap((text) =>
    ENGLISH_PATTERNS.filter(({ pattern }) => pattern.test(text)).map(({ key }) => `${key}: ${text}`),
  )
}
