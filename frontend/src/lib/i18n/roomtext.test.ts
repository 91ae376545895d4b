import { expect, it, vi } from 'vitest'

// Unit tests run without the message catalogue: each message returns its key and its inputs.
vi.mock('../paraglide/messages', () => ({
  m: new Proxy(
    {},
    { get: (_, key: string) => (given?: object) => [key, ...Object.values(given ?? {})].join(' ') },
  ),
}))

const { levelName } = await import('./roomtext')

it('calls a custom level by its name or its depth, in quotes', () => {
  expect(levelName('very-easy')).toBe('level_very_easy')
  expect(levelName('custom:depth=7,open3=100,name=Ada B')).toBe('level_own Ada B')
  expect(levelName('custom:depth=7,open3=100,open2=10')).toBe('level_own depth=7')
  expect(levelName('custom:depth=7')).toBe('level_own depth=7')
  expect(levelName('godlike')).toBe('level_own godlike')
})
