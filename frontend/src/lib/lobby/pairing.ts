/**
 * Looking for somebody to play, as one pure function of what happens and when.
 *
 * It promises: the hub is asked at once and then every ASK_EVERY while one waits in one's own room, always with the same id, so
 * that no answer opens a second room; when it names a room of somebody else's, the page goes there and sits down, once;
 * when somebody was faster, it is asked again at once; after OFFER_AFTER the AI is offered, and the search goes on
 * meanwhile. It ends when a game begins, when the room closes, or when it is cancelled.
 *
 * Following an invitation from the lobby is the same journey with nothing to ask: `id` is null, and who comes too late
 * stays as a spectator.
 */
import type { Colour } from '../protocol/entries'

export const ASK_EVERY = 3000
export const OFFER_AFTER = 10_000

/** What is looked for. */
export interface Wanted {
  /** the page's own; the hub knows the room that it has opened by it */
  id: string | null
  variant: string
  name?: string
  colour?: Colour
}

export interface Search {
  wanted: Wanted
  /** when it began, in milliseconds of the page's clock */
  since: number
  /** where the page is or goes to; null: the hub has not answered yet */
  room: string | null
  /** whose that room is; null: not known, or no seat is left there */
  seat: 'open' | 'mine' | null
  /** when the hub was asked last, and whether it has not answered */
  asked: number
  asking: boolean
  /** whether the wish to sit in `room` has been given */
  sat: boolean
  /** whether the AI is offered */
  offered: boolean
}

/** What the page sees of the room that it shows. `gone`: there is none. */
export interface Sight {
  phase: 'loading' | 'waiting' | 'playing' | 'finished' | 'closed' | 'gone'
  /** whether one holds a seat there */
  seated: boolean
}

export type Happening =
  | { t: 'tick' }
  | { t: 'answered'; room: string; seat: 'open' | 'mine' }
  /** the hub could not be asked, and can be again */
  | { t: 'unanswered' }
  | ({ t: 'seen'; room: string } & Sight)

export type Effect = { do: 'ask' } | { do: 'go'; room: string } | { do: 'sit'; room: string }

/** `search` null: it is over. */
export interface Step {
  search: Search | null
  effects: Effect[]
}

const stay = (search: Search): Step => ({ search, effects: [] })
const over: Step = { search: null, effects: [] }

/** The search begins: the hub is asked. */
export function begin(wanted: Wanted, now: number): Step {
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

/** An invitation is followed: the room is known. */
export function follow(room: string, now: number): Step {
  const { search } = begin({ id: null, variant: '' }, now)
  return { search: { ...search!, room, seat: 'open', asking: false }, effects: [{ do: 'go', room }] }
}

export function step(search: Search, happening: Happening, now: number): Step {
  switch (happening.t) {
    case 'tick':
      return tick(search, now)
    case 'answered':
      return answered(search, happening.room, happening.seat)
    case 'unanswered':
      return stay({ ...search, asking: false })
    case 'seen':
      return happening.room === search.room ? seen(search, happening, now) : stay(search)
  }
}

/** When something is due, in milliseconds of the page's clock; null: only when something happens. */
export function due(search: Search): number | null {
  const times: number[] = []
  if (mayAsk(search)) times.push(search.asked + ASK_EVERY)
  if (!search.offered && search.wanted.id !== null) times.push(search.since + OFFER_AFTER)
  return times.length > 0 ? Math.min(...times) : null
}

/** While one is on the way to somebody's seat, another room would be one too many. */
const mayAsk = ({ wanted, asking, seat }: Search) => wanted.id !== null && !asking && seat !== 'open'

const ask = (search: Search, now: number): Step => ({
  search: { ...search, asking: true, asked: now },
  effects: [{ do: 'ask' }],
})

function tick(search: Search, now: number): Step {
  const offered = search.offered || (search.wanted.id !== null && now >= search.since + OFFER_AFTER)
  const next = offered === search.offered ? search : { ...search, offered }
  return mayAsk(next) && now >= next.asked + ASK_EVERY ? ask(next, now) : stay(next)
}

function answered(search: Search, room: string, seat: 'open' | 'mine'): Step {
  const next = { ...search, asking: false, room, seat, sat: false }
  if (room === search.room) return stay({ ...next, sat: search.sat })
  return { search: next, effects: [{ do: 'go', room }] }
}

function seen(search: Search, { phase, seated }: Sight, now: number): Step {
  const room = search.room!
  if (phase === 'loading') return stay(search)
  if (search.seat === 'mine') return phase === 'waiting' ? stay(search) : over
  if (phase === 'waiting') {
    if (search.seat !== 'open' || seated || search.sat) return stay(search)
    return { search: { ...search, sat: true }, effects: [{ do: 'sit', room }] }
  }
  // Seated, or too late: whoever looks for anyone goes on looking.
  if (seated || search.wanted.id === null) return over
  return search.seat === 'open' ? ask({ ...search, seat: null }, now) : stay(search)
}
