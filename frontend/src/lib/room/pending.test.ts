import { expect, it } from 'vitest'
import { stubFullStorage, stubStorage } from '../testing/storage'
import { loadPending, savePending } from './pending'
import type { Pending } from './state'

const pending: Pending[] = [{ command: { t: 'move', id: 'a', n: 3, move: '4' }, game: 1, ply: 2 }]

it('stores pending commands by room, with their ids', () => {
  const tab = stubStorage({}, 'sessionStorage')
  savePending('one', pending)
  expect(loadPending('one')).toEqual(pending)
  expect(loadPending('two')).toEqual([])
  savePending('one', [])
  expect(tab).toEqual({})
})

it('ignores missing, full or unreadable storage', () => {
  for (const value of ['{', '7', '[null]', '[{"command":{}}]']) {
    stubStorage({ 'quatre.pending.one': value }, 'sessionStorage')
    expect(loadPending('one')).toEqual([])
  }
  stubFullStorage('sessionStorage')
  savePending('one', pending)
  expect(loadPending('one')).toEqual([])
})
