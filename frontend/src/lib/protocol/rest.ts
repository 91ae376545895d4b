/** The HTTP API of the hub, as docs/openapi.yaml describes it. */
import { BadImport, Failure, RetryLater } from './failure'
import type { Clock, Colour, Ending, Player, Seat, Starter } from './entries'

export interface About {
  build: string
  levels: string[]
  addresses?: string[]
}

/** Which seats the AI advises. */
export type Advice = 'none' | '1' | '2' | 'both'

/** `human`: the next person to open the link; `self`: both seats on this device; `watch`: two AIs play each other. */
export type Opponent = 'human' | `ai:${string}` | 'self' | 'watch' | 'others'

export interface RoomRequest {
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
  /** whether others than the players may watch; left out: true */
  spectators?: boolean
  /** whether what the AI thinks is shown during the game; left out: false */
  thoughts?: boolean
}

/** A room, with the moves of its current game. */
export interface RoomInfo extends Played {
  phase: 'waiting' | 'playing' | 'finished' | 'closed'
  /** by seat - 1 */
  score: [number, number]
  /** how the last game ended; null while one is played */
  end: Ending | null
}

/** A room in the lobby. */
export interface LobbyItem {
  room: string
  variant: string
  players: [Player, Player]
  clock?: Clock | null
  /** Unix milliseconds: when the room began to wait, or when the game began */
  since: number
  ply: number
  score: [number, number]
  /** the seat that moved first; only of a game */
  first?: Seat
  /** the moves as one string; left out before the first move, and of very long games */
  moves?: string
  /** how many people watch a game now; left out if nobody does */
  spectators?: number
}

export interface Lobby {
  waiting: LobbyItem[]
  playing: LobbyItem[]
  /** whether there are rooms that the lists lack */
  more: { waiting: boolean; playing: boolean }
}

export interface Game {
  /** the room's ID; for a player who does not know the ID, the same as `name` */
  room: string
  /** the room's public name, for links to the game. It does not lead to the room */
  name: string
  /** played in a room that was listed for everybody */
  open?: boolean
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
  /** by seat - 1: whom the AI advised; left out: nobody */
  advice?: [boolean, boolean]
  /** the parts in which the AI played for a person, by the indexes of their moves; `to` is not included */
  delegations?: { seat: Seat; level: string; from: number; to: number }[]
  /** imported from a file, not played here */
  imported?: boolean
}

/** What was played, by whom. */
export type Played = Pick<Game, 'variant' | 'players' | 'first' | 'moves'>

/** Whether the room of the game can be opened: it is known, and was not made for an imported game. */
export const leadsToRoom = ({ name, room, open, imported }: Game): boolean =>
  !imported && (open === true || name !== room)

export interface Games {
  games: Game[]
  /** the cursor of the next page; empty at the end */
  next: string
}

/** How long a request may take, in milliseconds. */
const REQUEST_TIMEOUT = 8000

/** What is lost for a person whom the hub does not know again. */
const PERSONAL = /^\/(rooms|pair|import)$/

/**
 * Asks the hub, which may take `timeout` milliseconds. Throws RetryLater if the hub says when to ask again, another
 * Failure if it refuses or does not answer, and the reason of `init.signal` if the caller has aborted it.
 */
export async function request<T>(
  path: string,
  init: RequestInit = {},
  timeout = REQUEST_TIMEOUT,
): Promise<T> {
  if (PERSONAL.test(path) && (await refusesCookie()))
    throw new Failure('no_cookie', 'This browser keeps no cookies.', false)
  const { signal } = init
  const signals = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
  let response: Response
  try {
    response = await fetch(`/api${path}`, { ...init, signal: AbortSignal.any(signals) })
  } catch {
    signal?.throwIfAborted()
    throw new Failure('unreachable', 'The hub does not answer.', true)
  }
  const body: unknown = await response.json().catch(() => null)
  signal?.throwIfAborted()
  if (response.ok && body !== null) return body as T
  const { code = 'internal', text = '', ...error } = (body ?? {}) as Partial<Refusal>
  if (code === 'bad_import') throw new BadImport(text, error.line ?? 1, error.column ?? 1)
  const retry = error.retry ?? response.status >= 500
  const after = Number(response.headers.get('Retry-After') ?? NaN)
  if (retry && after >= 0) throw new RetryLater(code, text, after * 1000, error.place)
  throw new Failure(code, text, retry)
}

/** The body of a refusal. `line` and `column`: where an imported file is wrong. */
interface Refusal {
  code: string
  text: string
  retry: boolean
  place: number
  line: number
  column: number
}

/** whether the browser has sent the cookie by which the hub knows it again */
let known = false

export async function fetchAbout(): Promise<About> {
  const about = await request<About & { known: boolean }>('/about')
  known = about.known
  return about
}

/** Whether this browser refuses the hub's cookie: then it is somebody else to the hub at each request. */
export async function refusesCookie(): Promise<boolean> {
  // The first answer may be what gives the cookie.
  for (let asked = 0; !known && asked < 2; asked++) await fetchAbout()
  return !known
}

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

export const createRoom = (body: RoomRequest) => request<{ room: string }>('/rooms', post(body))

export const fetchRoom = (room: string) => request<RoomInfo>(`/rooms/${encodeURIComponent(room)}`)

export const fetchLobby = () => request<Lobby>('/lobby')

/** Sends up to LOBBY_PAGES pages of the lobby as a server-sent event: once on connecting, then after every change. */
export const lobbyEventsUrl = (pages: number) => `/api/lobby/live?pages=${pages}`
export const LOBBY_PAGES = 5

/** Finds an opponent, or opens a room that waits for one. A call with the same id continues the same search. */
export const requestPairing = (body: { id: string; variant: string; name?: string; colour?: Colour }) =>
  request<{ room: string; seat: 'open' | 'mine' }>('/pair', post(body))

export const fetchGame = (room: string, number: number) =>
  request<Game>(`/games/${encodeURIComponent(room)}/${number}`)

/** Returns this player's ID. */
export const fetchPlayerId = async (): Promise<string> => (await request<{ player: string }>('/me')).player

/** Which finished games to list. A field that is missing or empty does not filter. */
export interface GamesQuery {
  of: 'me' | 'all'
  /** a family, as `connect4`, or a whole variant */
  game?: string
  /** `won` and `lost` are for `of: 'me'` only */
  result?: '' | 'won' | 'lost' | 'drawn' | 'decided'
  /** `ai:LEVEL`: one level of the AI */
  opponent?: '' | 'human' | 'ai' | `ai:${string}`
}

/** Games per page of the list. */
const PAGE_SIZE = 20

/** Returns one page of finished games, the latest first. `cursor`: the `next` of the previous page. */
export const fetchGames = (query: GamesQuery, cursor = '') => {
  const params = Object.entries({ ...query, cursor, limit: String(PAGE_SIZE) }).filter(([, value]) => value)
  return request<Games>(`/games?${new URLSearchParams(params).toString()}`)
}

export type Format = 'json' | 'text'

/** The URL of a file with all games of this player. */
export const exportUrl = (format: Format): string => `/api/export?format=${format}`

/** The URL of one game as a file. */
export const gameFileUrl = (room: string, number: number, format: Format): string =>
  `/api/games/${encodeURIComponent(room)}/${number}?format=${format}&download=1`

export interface Imported {
  /** the imported games, in the order of the file */
  games: { room: string; game: number }[]
  /** how many of them the hub already had */
  known: number
  /** the unknown tags, which the hub has dropped */
  dropped: string[]
}

/** How long an import may take, in milliseconds. */
const IMPORT_TIMEOUT = 60_000

/** Imports games in either format. Throws BadImport if the file cannot be read; then nothing is stored. */
export const importGames = (file: string) =>
  request<Imported>(
    '/import',
    { method: 'POST', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: file },
    IMPORT_TIMEOUT,
  )

/** Results counted from this player's side. */
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
    /** the AI's level */
    level?: string
    games: number
  })[]
  /** wins in a row */
  streak: { current: number; best: number }
  /** the mean time of this player's moves, in milliseconds */
  mean_ms: number
  /** how many games the figures cover */
  considered: number
  /** days on which games ended, as `2026-11-21` in the requested time zone */
  days: (Tally & { day: string })[]
}

/** Returns this player's statistics of the last `days` days. Days begin at midnight in this device's time zone. */
export function fetchStats(days: number): Promise<Stats> {
  const ask = (zone: string) => request<Stats>(`/stats?days=${days}&tz=${encodeURIComponent(zone)}`)
  return ask(Intl.DateTimeFormat().resolvedOptions().timeZone).catch((failure: Failure) => {
    if (failure.code !== 'bad_zone') throw failure
    // The zone has no name, or one that is newer than the hub: take the present offset, in hours to the west.
    const hours = Math.round(new Date().getTimezoneOffset() / 60)
    return ask(`Etc/GMT${hours < 0 ? '' : '+'}${hours}`)
  })
}
