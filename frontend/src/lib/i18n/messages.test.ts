import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from '../../../messages/en.json'
import fr from '../../../messages/fr.json'
import { tableCodes } from '../testing/protocol'

type Messages = Record<string, unknown>
const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const keys = (messages: Messages) => Object.keys(messages).filter((key) => key !== '$schema')
/** The forms of a message: more than one if it depends on a count. */
const forms = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values((value as { match: object }[])[0]!.match)
/** The placeholders of numbers that count something. */
const NUMBERS = /\{(count|done|drawn|lost|nodes|points|total|won)\}/g
/** The messages whose number is 2 or more. */
const SEVERAL = new Set([
  'analysis_grade_slower',
  'clock_seconds_left',
  'heard_moves',
  'history_by_line',
  'inside_done',
  'inside_levels',
  'learn_caption',
  'inside_order_cost',
  'result_column',
  'result_diagonal',
  'result_lost_column',
  'result_lost_diagonal',
  'result_lost_row',
  'result_nobody',
  'result_row',
  'stats_days',
])
const placeholders = (value: unknown) => new Set(words(value).match(/\{[a-z]+\}/g) ?? [])

describe('messages', () => {
  it('have the same keys in both languages', () => {
    expect(keys(fr).sort()).toEqual(keys(en).sort())
  })

  it.each(keys(en))('%s has the same placeholders in both languages', (key) => {
    expect(placeholders((fr as Messages)[key])).toEqual(placeholders((en as Messages)[key]))
    expect(words((fr as Messages)[key]).trim()).not.toBe('')
  })

  it.each(keys(fr))('%s has no-break spaces before French punctuation', (key) => {
    for (const form of forms((fr as Messages)[key])) {
      expect(form).not.toMatch(/[^\u202f][!?;:»]/)
      expect(form).not.toMatch(/«[^\u202f]/)
    }
  })

  it('have typographic apostrophes, quotes and dots', () => {
    const typed = [en, fr].flatMap((messages: Messages) =>
      keys(messages)
        // It lists characters that may be typed.
        .filter((key) => key !== 'levels_bad_name')
        .flatMap((key) => forms(messages[key]))
        .filter((form) => /['"]|\.\.\./.test(form)),
    )
    expect(typed).toEqual([])
  })

  it.each([
    ['en', en],
    ['fr', fr],
  ] as const)(
    'have the singular and the plural with 0, 1, 2 and 5, and one full stop: %s',
    (language, texts) => {
      const rules = new Intl.PluralRules(language)
      const wrong = keys(texts).flatMap((key) =>
        [0, 1, 2, 5].flatMap((n) => {
          const form = rules.select(n) === 'one' ? 0 : -1
          const said = forms((texts as Messages)[key])
            .at(form)!
            .replace(NUMBERS, form === 0 ? `#${n}` : `${n}`)
            .replace(/\{\w+\}/g, 'Ana')
          const plural = /#\d[\s\u00a0](\p{L}+ )?(?!fois|was)\p{L}{2,}s\b/u.test(said) && !SEVERAL.has(key)
          return plural || said.includes('..') ? [`${key}: ${said}`] : []
        }),
      )
      expect(wrong).toEqual([])
    },
  )

  it('are all used', () => {
    const source = resolve(import.meta.dirname, '../..')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(ts|svelte)$/.test(file) && !file.includes('paraglide') && !file.includes('.test.'),
    )
    const used = new Set(
      files.flatMap((file) => readFileSync(join(source, file), 'utf8').match(/\b[a-z]\w+\b/g) ?? []),
    )
    // refusals.ts finds those of refusals by their codes.
    expect(keys(en).filter((key) => !used.has(key) && !key.startsWith('refused_'))).toEqual([])
  })

  it('have a text for every final refusal', () => {
    const codes = tableCodes('Refusals').filter(
      (code) => !['busy', 'store_away', 'hub_too_old', 'internal'].includes(code),
    )
    expect(codes).toContain('column_full')
    for (const code of codes) expect(keys(en)).toContain(`refused_${code}`)
  })
})
