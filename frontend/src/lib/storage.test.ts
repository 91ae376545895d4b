import { afterEach, describe, expect, it, vi } from 'vitest'
import { readJson, readText, storedKeys, writeJson, writeText } from './storage'
import { stubFullStorage, stubStorage } from './testing/storage'

afterEach(() => vi.unstubAllGlobals())

describe('what is stored', () => {
  it('is read back as it was written, until null removes it', () => {
    const stored = stubStorage()
    expect([writeText('text', 'on'), writeJson('list', [1, 'é'])]).toEqual([true, true])
    expect(stored).toEqual({ text: 'on', list: '[1,"é"]' })
    expect([readText('text'), readJson('list')]).toEqual(['on', [1, 'é']])
    expect([writeText('text', null), writeJson('list', null)]).toEqual([true, true])
    expect(stored).toEqual({})
    expect([readText('text'), readJson('list')]).toEqual([null, null])
  })

  it('belongs to the browser or to the tab', () => {
    const [browser, tab] = [stubStorage(), stubStorage({}, 'sessionStorage')]
    writeText('a', 'browser')
    writeText('a', 'tab', 'sessionStorage')
    writeJson('b', 7, 'sessionStorage')
    expect([browser, tab]).toEqual([{ a: 'browser' }, { a: 'tab', b: '7' }])
    expect(readText('a', 'sessionStorage')).toBe('tab')
    expect(readJson('b', 'sessionStorage')).toBe(7)
  })

  it('is null if it is malformed', () => {
    for (const malformed of ['', '{', 'on']) {
      stubStorage({ key: malformed })
      expect(readJson('key')).toBeNull()
    }
  })

  it('is found by the beginning of its key', () => {
    stubStorage({ 'log.a': '1', 'log.b': '2', games: '3' })
    expect(storedKeys('log.')).toEqual(['log.a', 'log.b'])
  })
})

describe('a browser', () => {
  it('that refuses storage has nothing stored', () => {
    stubStorage({ key: '"value"' })
    // Browsers throw as soon as a page asks for the storage.
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('', 'SecurityError')
      },
    })
    expect([readText('key'), readJson('key'), storedKeys('')]).toEqual([null, null, []])
    expect([writeText('key', 'on'), writeText('key', null)]).toEqual([false, false])
  })

  it('whose storage is full stores nothing more', () => {
    stubFullStorage()
    expect([writeText('key', 'on'), writeJson('key', {})]).toEqual([false, false])
    expect(readText('key')).toBeNull()
  })
})
