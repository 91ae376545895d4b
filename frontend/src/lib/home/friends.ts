/**
 * The friends of the person of this browser: those with whom the person has played in rooms that are not listed. Only
 * this browser knows them. Pure, except for the storage at the end.
 */
import { isTaken, otherSeat } from '../protocol/entries'
import type { RoomInfo, RoomRequest } from '../protocol/rest'
import { isObject } from '../protocol/json'
import type { RoomState } from '../room/state'
import { opponentSeat, playsOnDevice } from '../room/view'
import { sameRoom } from '../setup/sameroom'
import { readJson, writeJson } from '../storage'

export interface Friend {
  /** the friend's player ID, and the person's own */
  id: string
  me: string
  /** a nickname; '': none */
  name: string
  /** the last room of the two */
  room: string
  /** what to ask for if that room is gone, except the request's ID */
  request: Omit<RoomRequest, 'id'>
}

const MAX_FRIENDS = 8

/** The friend in a room, from the first game on; null: there is none. */
export function friendIn(room: string, state: RoomState): Friend | null {
  const them = opponentSeat(state)
  if (them === null || state.open || state.imported || playsOnDevice(state)) return null
  if (state.phase !== 'playing' && state.phase !== 'finished') return null
  const { id, name = '' } = state.players[them - 1]!
  const mine = state.players[otherSeat(them) - 1]!
  return { id: id!, me: state.me, name, room, request: sameRoom(state, mine.name) }
}

/** The friends after playing with one of them, who comes first. */
export const withFriend = (list: readonly Friend[], friend: Friend): Friend[] =>
  [friend, ...list.filter(({ id }) => id !== friend.id)].slice(0, MAX_FRIENDS)

/**
 * How the last room of two friends stands. `wants`: the friend waits for another game there. `asked`: the person does.
 * `open`: neither, or a game is being played, or the friend has still to come. `gone`: the two cannot play there any more.
 */
export type Meeting = 'wants' | 'asked' | 'open' | 'gone'

export function meeting({ id, me }: Friend, { phase, players, rematch }: RoomInfo): Meeting {
  const has = (player: string) => players.findIndex((one) => one.id === player)
  if (phase === 'closed' || has(me) < 0 || (has(id) < 0 && players.every(isTaken))) return 'gone'
  if (phase !== 'finished') return 'open'
  return rematch[has(me)] ? 'asked' : rematch[has(id)] ? 'wants' : 'open'
}

const isFriend = (value: unknown): value is Friend =>
  isObject(value) &&
  ['id', 'me', 'name', 'room'].every((key) => typeof value[key] === 'string') &&
  isObject(value.request)

const KEY = 'quatre.friends'

export function loadFriends(): Friend[] {
  const stored = readJson(KEY)
  return Array.isArray(stored) ? stored.filter(isFriend) : []
}

/** Remembers the friend in a room, if there is one. */
export function keepFriend(room: string, state: RoomState): void {
  const friend = friendIn(room, state)
  const list = loadFriends()
  if (friend && JSON.stringify(friend) !== JSON.stringify(list[0])) saveFriends(withFriend(list, friend))
}

export const saveFriends = (list: readonly Friend[]): void => void writeJson(KEY, list)
