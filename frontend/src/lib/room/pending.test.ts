import { expect, it } from 'vitest'
import { loadPending, savePending } from './pending'
import type { Pending } from './state'

function storage(): Storage {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    get length() {
      return map.size
    },
  } as Storage
}

const pending: Pending[] = [{ command: { t: 'move', id: 'a', n: 3, move: '4' }, game: 1, ply: 2 }]

it('stores pending commands by room, with their ids', () => {
  const tab = storage()
  savePending(tab, 'one', pending)
  expect(loadPending(tab, 'one')).toEqual(pending)
  expect(loadPending(tab, 'two')).toEqual([])
  savePending(tab, 'one', [])
  expect(tab.length).toBe(0)
})

it('ignores missing, full or unreadable storage', () => {
  expect(loadPending(null, 'one')).toEqual([])
  expect(() => savePending(null, 'one', pending)).not.toThrow()
  const tab = storage()
  for (const value of ['{', '7', '[null]', '[{"command":{}}]']) {
    tab.setItem('quatre.pending.one', value)
    expect(loadPending(tab, 'one')).toEqual([])
  }
  const full = {
    ...storage(),
    setItem: () => {
      throw new Error('full')
    },
  } as unknown as Storage
  expect(() => savePending(full, 'one', pending)).not.toThrow()
})
