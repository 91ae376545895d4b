/** The HTTP API of the hub, as docs/api/openapi.yaml describes it. */
import { BadImport, Failure, RetryLater } from './failure'
import type * as schemas from './schemas'

export type { About, Imported, Lobby, Stats } from './schemas'
export type RoomRequest = schemas.Create
export type RoomInfo = schemas.Room
export type LobbyItem = schemas.Card
export type PairRequest = schemas.Pair

/** Which seats the AI advises. */
export type Advice = NonNullable<RoomRequest['advice']>

/** A finished game. Only in files it has no public name. */
export type Game = Omit<schemas.Game, 'n' | 'digest'> & { name: string }

/** What was played, by whom. */
export type Played = Pick<Game, 'variant' | 'players' | 'first' | 'moves'>

/** Results counted from this player's side. */
export type Tally = Pick<schemas.Stats, 'won' | 'drawn' | 'lost'>

/** Whether the room of the game can be opened: it is known, and was not made for an imported game. */
export const leadsToRoom = ({ name, room, open, imported }: Game): boolean =>
  !imported && (open === true || name !== room)

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
  const {
    code = 'internal',
    text = '',
    ...error
  } = (body ?? {}) as Partial<schemas.Error & schemas.BadImport>
  if (code === 'bad_import') throw new BadImport(text, error.line ?? 1, error.column ?? 1)
  const retry = error.retry ?? response.status >= 500
  const after = Number(response.headers.get('Retry-After') ?? NaN)
  if (retry && after >= 0) throw new RetryLater(code, text, after * 1000, error.place)
  throw new Failure(code, text, retry)
}

/** whether the browser has sent the cookie by which the hub knows it again */
let known = false

export async function fetchAbout(): Promise<schemas.About> {
  const about = await request<schemas.About>('/about')
  known = about.known
  return about
}

/** the question whether it has, while it is asked */
let asking: Promise<void> | null = null

async function askWhetherKnown(): Promise<void> {
  // The first answer may be what gives the cookie.
  for (let asked = 0; !known && asked < 2; asked++) await fetchAbout()
}

/** Whether this browser refuses the hub's cookie: then it is somebody else to the hub at each request. */
export async function refusesCookie(): Promise<boolean> {
  if (!known) await (asking ??= askWhetherKnown().finally(() => (asking = null)))
  return !known
}

export const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

export const createRoom = (body: RoomRequest) => request<{ room: string }>('/rooms', post(body))

export const fetchRoom = (room: string) => request<RoomInfo>(`/rooms/${encodeURIComponent(room)}`)

export const fetchLobby = () => request<schemas.Lobby>('/lobby')

/** Sends up to LOBBY_PAGES pages of the lobby as a server-sent event: once on connecting, then after every change. */
export const lobbyEventsUrl = (pages: number) => `/api/lobby/live?pages=${pages}`
export const LOBBY_PAGES = 5

/** Finds an opponent, or opens a room that waits for one. A call with the same id continues the same search. */
export const requestPairing = (body: PairRequest) => request<schemas.Paired>('/pair', post(body))

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

/** Returns one page of finished games, the latest first. `cursor`: the `next` of the page before it; empty at the end. */
export const fetchGames = (query: GamesQuery, cursor = '') => {
  const params = Object.entries({ ...query, cursor, limit: String(PAGE_SIZE) }).filter(([, value]) => value)
  return request<{ games: Game[]; next: string }>(`/games?${new URLSearchParams(params).toString()}`)
}

export type Format = 'json' | 'text'

/** The URL of a file with all games of this player. */
export const exportUrl = (format: Format): string => `/api/export?format=${format}`

/** The URL of one game as a file. */
export const gameFileUrl = (room: string, number: number, format: Format): string =>
  `/api/games/${encodeURIComponent(room)}/${number}?format=${format}&download=1`

/** How long an import may take, in milliseconds. */
const IMPORT_TIMEOUT = 60_000

/** Imports games in either format. Throws BadImport if the file cannot be read; then nothing is stored. */
export const importGames = (file: string) =>
  request<schemas.Imported>(
    '/import',
    { method: 'POST', headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: file },
    IMPORT_TIMEOUT,
  )

/** Returns this player's statistics of the last `days` days. Days begin at midnight in this device's time zone. */
export function fetchStats(days: number): Promise<schemas.Stats> {
  const ask = (zone: string) => request<schemas.Stats>(`/stats?days=${days}&tz=${encodeURIComponent(zone)}`)
  return ask(Intl.DateTimeFormat().resolvedOptions().timeZone).catch((failure: Failure) => {
    if (failure.code !== 'bad_zone') throw failure
    // The zone has no name, or one that is newer than the hub: take the present offset, in hours to the west.
    const hours = Math.round(new Date().getTimezoneOffset() / 60)
    return ask(`Etc/GMT${hours < 0 ? '' : '+'}${hours}`)
  })
}
