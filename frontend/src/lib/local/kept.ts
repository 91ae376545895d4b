/**
 * What this browser keeps of the rooms of this device: their logs, and the finished games that were not handed in to the
 * hub. Without storage both last for this visit.
 */
import { readText, storedKeys, writeText } from '../storage'

const LOG = 'quatre.device.log.'
const GAMES = 'quatre.device.games'

/** A room is kept for so long after its last entry. The module closes a game after the same time without a move. */
const MAX_AGE = 7 * 24 * 3_600_000

/** what the browser did not store */
const memory = new Map<string, string>()

const read = (key: string): string => readText(key) ?? memory.get(key) ?? ''

function write(key: string, value: string): void {
  if (writeText(key, value || null)) memory.delete(key)
  else memory.set(key, value)
}

/** The log of a room: one line of JSON for each entry; empty: there is no such room. */
export const keptLog = (room: string): string => read(LOG + room)

export const keepLog = (room: string, log: string): void => write(LOG + room, log)

/** Forgets the rooms whose last entry is too old. */
export function forgetOldLogs(now: number): void {
  for (const key of storedKeys(LOG)) if (now - lastEntryAt(read(key)) > MAX_AGE) write(key, '')
}

function lastEntryAt(log: string): number {
  const { at } = JSON.parse(log.trimEnd().split('\n').at(-1)!) as { at: number }
  return at
}

/** The finished games, each as a file that the hub imports. */
export function keptGames(): string[] {
  const games: unknown = JSON.parse(read(GAMES) || '[]')
  return Array.isArray(games) ? games.filter((game) => typeof game === 'string') : []
}

export const hasKeptGames = (): boolean => read(GAMES) !== ''

export const keepGame = (file: string): void => write(GAMES, JSON.stringify([...keptGames(), file]))

/** Forgets games that were handed in, or that the person does not want. */
export function forgetGames(files: readonly string[]): void {
  const left = keptGames().filter((file) => !files.includes(file))
  write(GAMES, left.length > 0 ? JSON.stringify(left) : '')
}
