/** What is not live: docs/openapi.yaml. */
import type { Colour, Ending, Player, Seat } from './entries'

export interface About {
  build: string
  levels: string[]
  addresses?: string[]
}

export interface Create {
  id: string
  variant: string
  /** `human`, or `ai:` and a level */
  opponent: string
  starter: 'me' | 'other' | 'random'
  colour: Colour
  name?: string
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
  const error = (body ?? {}) as { code?: string; text?: string; retry?: boolean }
  throw new Failure(error.code ?? 'internal', error.text ?? '', error.retry ?? response.status >= 500)
}

export const about = () => request<About>('/about')

export const createRoom = (create: Create) =>
  request<{ room: string }>('/rooms', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(create),
  })

export const games = (of: 'me' | 'all', cursor = '') =>
  request<Games>(`/games?of=${of}&limit=20${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)

export const game = (room: string, number: number) =>
  request<Game>(`/games/${encodeURIComponent(room)}/${number}`)

export const me = async (): Promise<string> => (await request<{ player: string }>('/me')).player
