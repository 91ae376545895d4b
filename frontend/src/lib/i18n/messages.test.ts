import { describe, expect, it } from 'vitest'
import en from '../../../messages/en.json'
import fr from '../../../messages/fr.json'
import { tableCodes } from '../testing/protocol'

type Messages = Record<string, unknown>
const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const keys = (messages: Messages) => Object.keys(messages).filter((key) => key !== '$schema')
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
    const text = (fr as Messages)[key]
    const texts = typeof text === 'string' ? [text] : Object.values((text as { match: object }[])[0]!.match)
    for (const one of texts) {
      expect(one).not.toMatch(/[^\u202f][!?;]/)
      expect(one).not.toMatch(/[^\u00a0\u202f]:/)
    }
  })

  it('have a text for every final refusal', () => {
    const codes = tableCodes('Refusals').filter(
      (code) => !['busy', 'store_away', 'hub_too_old', 'internal'].includes(code),
    )
    expect(codes).toContain('column_full')
    for (const code of codes) expect(keys(en)).toContain(`refused_${code}`)
  })
})
