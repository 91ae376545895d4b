/** A browser's storage for unit tests. */
import { vi } from 'vitest'
import type { Area } from '../storage'

/** A browser's storage has its keys as properties. */
type Content = Record<string, string>

const methods = {
  getItem(this: Content, key: string): string | null {
    return this[key] ?? null
  },
  setItem(this: Content, key: string, value: string): void {
    this[key] = value
  },
  removeItem(this: Content, key: string): void {
    delete this[key]
  },
}

/** Gives the tested modules a storage with this content, and returns it. */
export function stubStorage(content: Content = {}, area: Area = 'localStorage'): Content {
  const storage = Object.assign(Object.create(methods) as Content, content)
  vi.stubGlobal(area, storage)
  return storage
}

/** Gives the tested modules an empty storage that has no room for anything. */
export function stubFullStorage(area: Area = 'localStorage'): void {
  Object.assign(stubStorage({}, area), {
    setItem() {
      throw new DOMException('', 'QuotaExceededError')
    },
  })
}
