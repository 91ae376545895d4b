/**
 * What the page stores in the browser. The browser may refuse storage, for example in a private window, or have no room
 * left. Then reading finds nothing and writing does nothing; no function here throws.
 */

/** Where to store: for this browser, or for this tab until it is closed. */
export type Area = 'localStorage' | 'sessionStorage'

/** The text that is stored under a key; null: none. */
export function readText(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** The JSON value that is stored under a key, which may be of any type; null: none, or malformed JSON. */
export function readJson(key: string, area?: Area): unknown {
  try {
    return JSON.parse(readText(key, area) ?? 'null')
  } catch {
    return null
  }
}

let forgotten = false

/** Stores a text; null removes the key. Returns whether it worked. */
export function writeText(key: string, text: string | null, area: Area = 'localStorage'): boolean {
  if (forgotten) return false
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Stores a value as JSON; null removes the key. Returns whether it worked. */
export const writeJson = (key: string, value: unknown, area?: Area): boolean =>
  writeText(key, value === null ? null : JSON.stringify(value), area)

/** The keys that begin with a prefix. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Removes all that is stored. Until the page is left, it stores nothing more. */
export function forgetAll(): void {
  forgotten = true
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      globalThis[area].clear()
    } catch {
      // the browser has refused to store anything
    }
  }
}
