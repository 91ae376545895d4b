import { expect, it, vi } from 'vitest'

// Unit tests run without the message catalogue: each message returns its key.
vi.mock('../paraglide/messages', () => ({ m: new Proxy({}, { get: (_, key: string) => () => key }) }))

const { levelName } = await import('./roomtext')

it('calls a custom level by its name or its depth, in quotes', () => {
  expect(levelName('very-easy')).toBe('level_very_easy')
  expect(levelName('custom:depth=7,open3=100,name=Ada B')).toBe('“Ada B”')
  expect(levelName('custom:depth=7,open3=100,open2=10')).toBe('“depth=7”')
  expect(levelName('custom:depth=7')).toBe('“depth=7”')
  expect(levelName('godlike')).toBe('“godlike”')
})
