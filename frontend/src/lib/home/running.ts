/**
 * The games that the person of this browser can go on with. The room's page remembers them here; the start page shows
 * them at once, and then asks the hub whose turn it is now. Without storage it shows none. Pure, except for the storage at
 * the end.
 */
import { turnAt, type Player, type Seat } from '../protocol/entries'
import { isObject } from '../protocol/json'
import type { RoomInfo } from '../protocol/rest'
import type { RoomState } from '../room/state'
import { mySeat, turn } from '../room/view'
import { readJson, writeJson } from '../storage'

export interface RunningGame {
  room: string
  variant: string
  phase: RoomInfo['phase']
  players: [Player, Player]
  /** the player ID of this browser's person in that room */
  me: string
  /** the seat to move; null: no game is being played */
  turn: Seat | null
  /** whether the lobby lists the room */
  open: boolean
  /** when the room was seen last, in Unix milliseconds */
  at: number
}

/** How many games are remembered, and how many of them the start page shows. */
const MAX_KEPT = 8
const MAX_SHOWN = 3
/** The hub closes a room after seven days without a move, an invitation after fourteen days without a visit. */
const MAX_AGE = 14 * 24 * 3_600_000

/** What to remember of a room; null: nothing, because this page's player has no game or invitation there. */
export function runningGame(room: string, state: RoomState, now: number): RunningGame | null {
  const { variant, phase, players, me, open } = state
  if (mySeat(state) === null || (phase !== 'playing' && phase !== 'waiting')) return null
  return { room, variant, phase, players, me, turn: turn(state), open, at: now }
}

/** The list with a room remembered, or forgotten if `game` is null. The latest room comes first. */
export function withGame(
  list: readonly RunningGame[],
  room: string,
  game: RunningGame | null,
): RunningGame[] {
  const others = list.filter((one) => one.room !== room)
  return (game ? [game, ...others] : others).slice(0, MAX_KEPT)
}

/** The game after the hub has described its room. */
export function updated(
  game: RunningGame,
  { phase, players, first, moves }: Pick<RoomInfo, 'phase' | 'players' | 'first' | 'moves'>,
): RunningGame {
  return { ...game, phase, players, turn: phase === 'playing' ? turnAt(first, moves.length) : null }
}

/** How a game stands for the person. `self`: both seats are the person's own. */
export type Standing = 'mine' | 'theirs' | 'ai' | 'self' | 'waiting' | 'over'

export function standing({ phase, players, me, turn }: RunningGame): Standing {
  if (phase === 'waiting') return 'waiting'
  if (phase !== 'playing') return 'over'
  if (players.every(({ id }) => id === me)) return 'self'
  if (players.some(({ level }) => level !== undefined)) return 'ai'
  return turn !== null && players[turn - 1]!.id === me ? 'mine' : 'theirs'
}

/** What comes first on the start page: games in which somebody waits for the person. */
const ORDER: readonly Standing[] = ['mine', 'theirs', 'waiting', 'ai', 'self', 'over']

/** The games that the start page shows. */
export function gamesToShow(list: readonly RunningGame[]): RunningGame[] {
  const rank = (game: RunningGame) => ORDER.indexOf(standing(game))
  return [...list].sort((a, b) => rank(a) - rank(b) || b.at - a.at).slice(0, MAX_SHOWN)
}

const isGame = (value: unknown): value is RunningGame =>
  isObject(value) &&
  /^[a-z0-9-]{1,64}$/.test(String(value.room)) &&
  [value.room, value.variant, value.me].every((text) => typeof text === 'string') &&
  typeof value.at === 'number' &&
  Array.isArray(value.players) &&
  value.players.length === 2 &&
  value.players.every(isObject)

/** Reads the stored games. Games that are old or malformed are left out. */
export const readGames = (stored: unknown, now: number): RunningGame[] =>
  Array.isArray(stored) ? stored.filter(isGame).filter(({ at }) => now - at < MAX_AGE) : []

const KEY = 'quatre.rooms'

export const loadGames = (): RunningGame[] => readGames(readJson(KEY), Date.now())

/** Remembers a room, or forgets it if `game` is null. */
export function keepGame(room: string, game: RunningGame | null): void {
  const list = loadGames()
  if (game === null && !list.some((one) => one.room === room)) return
  writeJson(KEY, withGame(list, room, game))
}
