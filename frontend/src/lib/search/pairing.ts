/**
 * The search for an opponent (quick pairing), as a pure state machine.
 *
 * - It asks the hub at once, and then every ASK_EVERY while the player waits in the player's own room. It always uses the
 *   same ID, so that no answer opens a second room.
 * - If the hub names another player's room, the page goes there and takes the seat, once. If somebody else was faster, it
 *   asks again at once.
 * - After OFFER_AFTER it offers the AI, while the search goes on.
 * - It ends when a game begins, the room closes, or the player cancels.
 *
 * Joining a room from the lobby uses the same machine without asking: `id` is null. A player who comes too late stays as
 * a spectator.
 */
import type { Colour } from '../protocol/entries'

/** In milliseconds. */
export const ASK_EVERY = 3000
export const OFFER_AFTER = 10_000

/** What the player searches for. */
export interface SearchRequest {
  /** identifies the search, and the room that the hub opens for it; null: joining a room from the lobby */
  id: string | null
  variant: string
  name?: string
  colour?: Colour
}

export interface Search {
  wanted: SearchRequest
  /** when it began, in milliseconds of the page's clock */
  since: number
  /** the room that the page shows or goes to; null: the hub has not answered yet */
  room: string | null
  /** `mine`: the player's own room; `open`: another player's; null: unknown, or the seat was taken */
  seat: 'open' | 'mine' | null
  /** when the hub was asked last, and whether its answer is still missing */
  asked: number
  asking: boolean
  /** whether the page has tried to take the seat in `room` */
  sat: boolean
  /** whether the AI is offered */
  offered: boolean
}

/** The state of the room that the page shows. `gone`: the room does not exist. */
export interface RoomSnapshot {
  phase: 'loading' | 'waiting' | 'playing' | 'finished' | 'closed' | 'gone'
  /** whether the player holds a seat there */
  seated: boolean
}

export type SearchEvent =
  | { t: 'tick' }
  | { t: 'answered'; room: string; seat: 'open' | 'mine' }
  /** the request failed and can be repeated */
  | { t: 'unanswered' }
  | ({ t: 'seen'; room: string } & RoomSnapshot)

export type Effect = { do: 'ask' } | { do: 'go'; room: string } | { do: 'sit'; room: string }

/** The result of an event. `search` null: the search is over. */
export interface Step {
  search: Search | null
  effects: Effect[]
}

const unchanged = (search: Search): Step => ({ search, effects: [] })
const ended: Step = { search: null, effects: [] }

/** Starts a search by asking the hub. */
export function beginSearch(wanted: SearchRequest, now: number): Step {
  const search: Search = {
    wanted,
    since: now,
    room: null,
    seat: null,
    asked: now,
    asking: true,
    sat: false,
    offered: false,
  }
  return { search, effects: [{ do: 'ask' }] }
}

/** Starts joining a room of the lobby. */
export function beginJoining(room: string, now: number): Step {
  const { search } = beginSearch({ id: null, variant: '' }, now)
  return { search: { ...search!, room, seat: 'open', asking: false }, effects: [{ do: 'go', room }] }
}

export function stepSearch(search: Search, event: SearchEvent, now: number): Step {
  switch (event.t) {
    case 'tick':
      return tick(search, now)
    case 'answered':
      return answered(search, event.room, event.seat)
    case 'unanswered':
      return unchanged({ ...search, asking: false })
    case 'seen':
      return event.room === search.room ? seen(search, event, now) : unchanged(search)
  }
}

/** When the next `tick` is due, in milliseconds of the page's clock; null: none. */
export function nextTick(search: Search): number | null {
  const times: number[] = []
  if (mayAsk(search)) times.push(search.asked + ASK_EVERY)
  if (!search.offered && search.wanted.id !== null) times.push(search.since + OFFER_AFTER)
  return times.length > 0 ? Math.min(...times) : null
}

/** Whether the search may ask the hub. Not while the page is about to take a seat: the hub might name a second room. */
const mayAsk = ({ wanted, asking, seat }: Search) => wanted.id !== null && !asking && seat !== 'open'

const ask = (search: Search, now: number): Step => ({
  search: { ...search, asking: true, asked: now },
  effects: [{ do: 'ask' }],
})

function tick(search: Search, now: number): Step {
  const offered = search.offered || (search.wanted.id !== null && now >= search.since + OFFER_AFTER)
  const next = offered === search.offered ? search : { ...search, offered }
  return mayAsk(next) && now >= next.asked + ASK_EVERY ? ask(next, now) : unchanged(next)
}

function answered(search: Search, room: string, seat: 'open' | 'mine'): Step {
  const next = { ...search, asking: false, room, seat, sat: false }
  if (room === search.room) return unchanged({ ...next, sat: search.sat })
  return { search: next, effects: [{ do: 'go', room }] }
}

function seen(search: Search, { phase, seated }: RoomSnapshot, now: number): Step {
  const room = search.room!
  if (phase === 'loading') return unchanged(search)
  if (search.seat === 'mine') return phase === 'waiting' ? unchanged(search) : ended
  if (phase === 'waiting') {
    if (search.seat !== 'open' || seated || search.sat) return unchanged(search)
    return { search: { ...search, sat: true }, effects: [{ do: 'sit', room }] }
  }
  // The room no longer waits. If this player did not get the seat, quick pairing asks again.
  if (seated || search.wanted.id === null) return ended
  return search.seat === 'open' ? ask({ ...search, seat: null }, now) : unchanged(search)
}
