import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubStorage } from '../testing/storage'

async function load() {
  vi.resetModules()
  return await import('./own.svelte')
}

beforeEach(() => void stubStorage())

describe('the custom levels of a person', () => {
  it('are kept in the browser', async () => {
    const content = stubStorage()
    const { ownLevels } = await load()
    ownLevels.keep('custom:depth=4')
    ownLevels.keep('custom:depth=5,name=Ada')
    ownLevels.keep('custom:depth=6', 'custom:depth=4')
    expect(ownLevels.all).toEqual(['custom:depth=6', 'custom:depth=5,name=Ada'])
    const { ownLevels: again } = await load()
    expect(again.all).toEqual(ownLevels.all)
    again.drop('custom:depth=6')
    expect(JSON.parse(content['quatre.levels']!)).toEqual(['custom:depth=5,name=Ada'])
  })

  it('are each kept once, and a limited number of them', async () => {
    const { ownLevels, MAX_LEVELS } = await load()
    for (let i = 0; i < MAX_LEVELS; i++) expect(ownLevels.keep(`custom:depth=4,open3=${i}`)).toBe(true)
    expect(ownLevels.keep('custom:depth=5')).toBe(false)
    expect(ownLevels.keep('custom:depth=4,open3=7')).toBe(true)
    expect(ownLevels.keep('custom:depth=5', 'custom:depth=4,open3=7')).toBe(true)
    expect(ownLevels.all).toHaveLength(MAX_LEVELS)
  })

  it('ignore what else is stored', async () => {
    for (const stored of ['{', '7', '[7, "easy", null]']) {
      stubStorage({ 'quatre.levels': stored })
      expect((await load()).ownLevels.all).toEqual([])
    }
  })
})
