import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './processes'

/** What the page says, from its own files, so that one test can drive it in either language. */

export type Language = 'en' | 'fr'
type Messages = Record<string, string>

const read = (language: Language): Messages =>
  Object.fromEntries(
    Object.entries(
      JSON.parse(readFileSync(join(ROOT, 'frontend/messages', `${language}.json`), 'utf8')),
    ).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
const MESSAGES = { en: read('en'), fr: read('fr') }

/** The message of this key, with its placeholders filled. */
export const words =
  (language: Language) =>
  (key: string, inputs: Record<string, string> = {}): string => {
    const message = MESSAGES[language][key]
    if (message === undefined) throw new Error(`no message ${key}`)
    return message.replace(/\{(\w+)\}/g, (_, name: string) => inputs[name] ?? `{${name}}`)
  }

/** Sentences that only the English page says: each as a pattern of the whole, names and numbers left open. */
const french = new Set(Object.values(MESSAGES.fr))
const ENGLISH = Object.entries(MESSAGES.en)
  // The name of the other language is said in that language.
  .filter(
    ([key, text]) =>
      key !== 'switch_language' && MESSAGES.fr[key] !== text && !french.has(text) && /[a-z]{2}/i.test(text),
  )
  .map(([key, text]) => ({ key, text }))
  // What is nothing but names and signs once they are left open would match anything.
  .filter(({ text }) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, '')))
  .map(({ key, text }) => ({
    key,
    whole: new RegExp(
      `^${text
        .split(/\{\w+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('.+?')}$`,
    ),
  }))

/** What a page says aloud and in print, leaving out what is marked as another language than its own. */
async function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = (element: Element | null) => element?.closest('[lang]') === document.documentElement
    const list = [document.title.split(' · ')[0]!]
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (node instanceof Element) {
        if (own(node))
          for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext'])
            list.push(node.getAttribute(name) ?? '')
      } else if (own(node.parentElement) && !node.parentElement!.closest('script, style'))
        list.push(node.textContent ?? '')
    }
    return list.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  })
}

/** The English sentences that a French page says. */
export async function leftInEnglish(page: Page): Promise<string[]> {
  const texts = await said(page)
  return texts.flatMap((text) =>
    ENGLISH.filter(({ whole }) => whole.test(text)).map(({ key }) => `${key}: ${text}`),
  )
}
