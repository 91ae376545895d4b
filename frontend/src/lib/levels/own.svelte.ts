/**
 * The custom levels of this person, stored in this browser as their texts. Without storage they last for this visit only.
 * The hub checks a text when a room is opened.
 */
import { readJson, writeJson } from '../storage'
import { MAX_BYTES } from './text'

const KEY = 'quatre.levels'

/** The most levels that this browser stores. */
export const MAX_LEVELS = 50

function load(): string[] {
  const stored = readJson(KEY)
  return Array.isArray(stored) ? stored.filter(isLevel).slice(0, MAX_LEVELS) : []
}

const isLevel = (text: unknown): text is string =>
  typeof text === 'string' && text.startsWith('custom:') && text.length <= MAX_BYTES

let levels = $state.raw<readonly string[]>(load())

function set(changed: readonly string[]): void {
  levels = changed
  writeJson(KEY, changed)
}

export const ownLevels = {
  get all(): readonly string[] {
    return levels
  },
  /** Stores a level in place of `old`, or as a new level if `old` is empty. Returns false if there are too many. */
  keep(text: string, old = ''): boolean {
    const others = levels.filter((level) => level !== text || level === old)
    const place = others.indexOf(old)
    if (place < 0 && others.length >= MAX_LEVELS) return false
    set(place < 0 ? [...others, text] : others.map((level, i) => (i === place ? text : level)))
    return true
  },
  drop(text: string): void {
    set(levels.filter((level) => level !== text))
  },
}
