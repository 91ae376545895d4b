/** How many games in a row the person of this browser has lost against a level of the AI, over all rooms. */
import { isObject } from '../protocol/json'
import { readJson, writeJson } from '../storage'
import type { Outcome } from './result'

const KEY = 'quatre.losses'

/** Counts a game that has ended, once. `game` names the game. Without storage, each game counts alone. */
export function lossesInRow(game: string, level: string, how: Outcome): number {
  const read = readJson(KEY)
  const last = isObject(read) ? read : {}
  const before = last.level === level && Number.isInteger(last.count) ? Number(last.count) : 0
  if (last.game === game) return before
  const count = how === 'lost' ? before + 1 : 0
  writeJson(KEY, { game, level, count })
  return count
}
