import { describe, expect, it, vi } from 'vitest'

// The sentences themselves are not there in unit tests: each is its key.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy({}, { get: (_, key: string) => () => key }),
}))

const { refusedBecause, REFUSAL_CODES } = await import('./createerrors')

describe('why a room was not opened', () => {
  it('has a sentence for every refusal', async () => {
    const { default: en } = await import('../../../messages/en.json')
    for (const code of REFUSAL_CODES)
      expect(Object.keys(en)).toContain(refusedBecause({ code, message: 'x' }))
  })

  it('says what the hub says when a code is new, and that it did not work when there is nothing to say', () => {
    expect(refusedBecause({ code: 'too_nice', message: 'It is too nice.' })).toBe('It is too nice.')
    for (const failure of [
      null,
      new Error(''),
      { code: 'internal', message: 'x' },
      { code: 'new', message: '' },
    ])
      expect(refusedBecause(failure)).toBe('create_failed')
  })
})
