import { describe, expect, it, vi } from 'vitest'

// Unit tests run without the message catalogue: each message returns its key.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy({}, { get: (_, key: string) => () => key }),
}))

const { createErrorText, REFUSALS } = await import('./createerrors')

describe('createErrorText', () => {
  it('has a text for every code', async () => {
    const { default: en } = await import('../../../messages/en.json')
    for (const code of [...Object.keys(REFUSALS), 'not_loaded'])
      expect(Object.keys(en)).toContain(createErrorText({ code, message: 'x' }))
  })

  it('uses the hub’s text for an unknown code, and a general text if there is none', () => {
    expect(createErrorText({ code: 'too_nice', message: 'It is too nice.' })).toBe('It is too nice.')
    for (const failure of [
      null,
      new Error(''),
      { code: 'internal', message: 'x' },
      { code: 'new', message: '' },
    ])
      expect(createErrorText(failure)).toBe('create_failed')
  })
})
