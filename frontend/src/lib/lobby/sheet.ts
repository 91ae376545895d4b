/** The rooms that a teacher has opened for a class, as the browser remembers them. */
import { isObject } from '../protocol/json'
import { readJson, writeJson } from '../storage'

const STORED = 'quatre.class'

/** How many rooms can be opened at once. */
export const MOST_ROOMS = 40

export interface Sheet {
  variant: string
  /** their IDs */
  rooms: string[]
}

/** The sheet that the browser has stored; null: none that can be used. */
export function storedSheet(): Sheet | null {
  const stored = readJson(STORED)
  if (!isObject(stored)) return null
  const { variant, rooms } = stored
  if (typeof variant !== 'string' || !Array.isArray(rooms)) return null
  return { variant, rooms: rooms.filter((room) => typeof room === 'string').slice(0, MOST_ROOMS) }
}

export const storeSheet = (sheet: Sheet): boolean => writeJson(STORED, sheet)
