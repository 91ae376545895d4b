import { describe, expect, it } from 'vitest'
import en from '../../../messages/en.json'
import fr from '../../../messages/fr.json'
import { tableCodes } from '../testing/protocol'

type Messages = Record<string, unknown>
const words = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const keys = (messages: Messages) => Object.keys(messages).filter((key) => key !== '$schema')
const holes = (value: unknown) => new Set(words(value).match(/\{[a-z]+\}/g) ?? [])

describe('messages', () => {
  it('are the same ones in both languages', () => {
    expect(keys(fr).sort()).toEqual(keys(en).sort())
  })

  it.each(keys(en))('%s says the same things in both', (key) => {
    expect(holes((fr as Messages)[key])).toEqual(holes((en as Messages)[key]))
    expect(words((fr as Messages)[key]).trim()).not.toBe('')
  })

  it.each(keys(fr))('%s keeps French marks on the line of their word', (key) => {
    const text = (fr as Messages)[key]
    const texts = typeof text === 'string' ? [text] : Object.values((text as { match: object }[])[0]!.match)
    for (const one of texts) {
      expect(one).not.toMatch(/[^\u202f][!?;]/)
      expect(one).not.toMatch(/[^\u00a0]:/)
    }
  })

  it('have a sentence for every refusal that is final', () => {
    const codes = tableCodes('Refusals').filter(
      (code) => !['busy', 'store_away', 'hub_too_old', 'internal'].includes(code),
    )
    expect(codes).toContain('column_full')
    for (const code of codes) expect(keys(en)).toContain(`refused_${code}`)
  })
})
