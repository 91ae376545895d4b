/** What is not live: docs/openapi.yaml. */
import type { Clock, Colour, Ending, Player, Seat, Starter } from './entries'

export interface About {
  build: string
  levels: string[]
  /** what is offered first; hubs before there was a choice leave it out */
  variants?: string[]
  addresses?: string[]
}

/** Whose moves the AI suggests: nobody's, seat 1's, seat 2's, everybody's. */
export type Advice = 'none' | '1' | '2' | 'both'

/** A person who follows the link, an AI, oneself on the same device, or none: two AIs play. */
export type Opponent = 'human' | `ai:${string}` | 'self' | 'watch'

export interface Create {
  id: string
  variant: string
  opponent: Opponent
  /** with `watch`: the level of seat 1, seat 2 */
  levels?: [string, string]
  /** with `watch`: milliseconds between two moves, 0 to 10000 */
  pace?: number
  /** left out: `alternate` */
  starter?: Starter
  colour?: Colour
  other_colour?: Colour
  name?: string
  /** only with `self` */
  other_name?: string
  /** left out: none */
  clock?: Clock | null
  advice?: Advice
  /** listed for everybody */
  open?: boolean
}

/** A room in the lobby. */
export interface LobbyItem {
  room: string
  variant: string
  players: [Player, Player]
  clock?: Clock | null
  /** Unix milliseconds: since when it has waited, or been played */
  since: number
  ply: number
  score: [number, number]
  /** hubs that do not count them leave it out */
  spectators?: number
}

export interface Lobby {
  waiting: LobbyItem[]
  playing: LobbyItem[]
}

export interface Game {
  room: string
  game: number
  variant: string
  players: [Player, Player]
  first: Seat
  /** RFC 3339 */
  started: string
  ended: string
  moves: string[]
  ms: number[]
  end: Ending
  /** read from a file, not played here */
  imported?: boolean
}

export interface Games {
  games: Game[]
  /** the cursor of the next page; empty at the end */
  next: string
}

/** A request that the hub refused, or that never reached it (code `unreachable`). */
export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly retry: boolean,
  ) {
    super(text)
  }
}

/** How long a request may take, in milliseconds. */
const PATIENCE = 8000

async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, { signal: AbortSignal.timeout(PATIENCE), ...init })
  } catch {
    throw new Failure('unreachable', 'The hub does not answer.', true)
  }
  const body: unknown = await response.json().catch(() => null)
  if (response.ok && body !== null) return body as T
  const error = (body ?? {}) as {
    code?: string
    text?: string
    retry?: boolean
    line?: number
    column?: number
  }
  if (error.code === 'bad_import') throw new BadImport(error.text ?? '', error.line ?? 1, error.column ?? 1)
  throw new Failure(error.code ?? 'internal', error.text ?? '', error.retry ?? response.status >= 500)
}

export const about = () => request<About>('/about')

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

export const createRoom = (create: Create) => request<{ room: string }>('/rooms', post(create))

export const lobby = () => request<Lobby>('/lobby')

/** Where server-sent events tell the lobby, at once and at every change. */
export const LOBBY_LIVE = '/api/lobby/live'

/** Finds somebody to play, or opens a room that waits. Asked again with the same id it goes on looking. */
export const pair = (wish: { id: string; variant: string; name?: string; colour?: Colour }) =>
  request<{ room: string; seat: 'open' | 'mine' }>('/pair', post(wish))

export const game = (room: string, number: number) =>
  request<Game>(`/games/${encodeURIComponent(room)}/${number}`)

export const me = async (): Promise<string> => (await request<{ player: string }>('/me')).player

/** Which finished games; what is left out, or empty, does not choose. */
export interface GamesQuery {
  of: 'me' | 'all'
  /** a family, as `connect4`, or a whole variant */
  game?: string
  /** `won` and `lost` are for `of: 'me'` only */
  result?: 'won' | 'lost' | 'drawn' | 'decided'
  opponent?: 'human' | 'ai'
}

/** Games on a page of the list. */
const PAGE = 20

/** A page of finished games, the latest first. `cursor`: the `next` of the page before. */
export const games = (query: GamesQuery, cursor = '') => {
  const asked = Object.entries({ ...query, cursor, limit: String(PAGE) }).filter(([, value]) => value)
  return request<Games>(`/games?${new URLSearchParams(asked).toString()}`)
}

export type Format = 'json' | 'text'

/** Where all of one's own games are, in one file. */
export const exportOf = (format: Format): string => `/api/export?format=${format}`

/** Where one game is, as a file. */
export const gameFile = (room: string, number: number, format: Format): string =>
  `/api/games/${encodeURIComponent(room)}/${number}?format=${format}&download=1`

export interface Imported {
  /** where the games of the file are now, in the order of the file */
  games: { room: string; game: number }[]
  /** how many of them were here before */
  known: number
}

/** Where a file could not be read: line and column count from 1, columns in characters. */
export class BadImport extends Failure {
  constructor(
    text: string,
    readonly line: number,
    readonly column: number,
  ) {
    super('bad_import', text, false)
  }
}

/** How long reading a large file may take, in milliseconds. */
const IMPORT_PATIENCE = 60_000

/** Brings games in, from either format. Throws BadImport when the file is none: then nothing is stored. */
export const importGames = (file: string) =>
  request<Imported>('/import', {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: file,
    signal: AbortSignal.timeout(IMPORT_PATIENCE),
  })

/** How many games ended one way and the other. */
export interface Tally {
  won: number
  drawn: number
  lost: number
}

export interface Stats extends Tally {
  games: number
  groups: (Tally & {
    /** the family, as `connect4` */
    game: string
    variant: string
    opponent: 'human' | 'ai'
    /** the AI's */
    level?: string
    games: number
  })[]
  /** wins in a row */
  streak: { current: number; best: number }
  /** the mean time of one's own moves, in milliseconds */
  mean_ms: number
  /** games looked at */
  considered: number
  /** days on which games ended, as `2026-11-21` in the time zone asked for */
  days: (Tally & { day: string })[]
}

/** One's own figures of the last days; a day is one of the time zone `tz`. */
export const stats = (days: number, tz: string) =>
  request<Stats>(`/stats?days=${days}&tz=${encodeURIComponent(tz)}`)
