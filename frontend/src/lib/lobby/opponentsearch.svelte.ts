/**
 * The one search for somebody to play that this tab may have: what pairing.ts decides is done here. It outlives the page that
 * began it, because it moves from room to room, and a reload, because its room does.
 */
import { requestPairing, Failure } from '../protocol/rest'
import { router } from '../router.svelte'
import {
  begin,
  due,
  follow,
  step,
  type Happening,
  type Search,
  type Sight,
  type Step,
  type Wanted,
} from './pairing'
import { readSearch } from './savedsearch'
import { KEY, loaded, storage } from './tabsearch.svelte'

/** The truth, and what is drawn of it: a page that is taken down reads drawn state as it was before, and must not. */
let search = resumed()
let drawn = $state.raw(search)
/** why the last search was refused; null: it was not */
let failure = $state.raw<Failure | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined
/** tells an answer to this search from one to an earlier one */
let serial = 0
/** gives the wish to sit to the room that is shown */
let sit: (() => void) | null = null

/** A search belongs to the room in which it was left; anywhere else it is over. */
function resumed(): Search | null {
  const kept = readSearch(storage()?.getItem(KEY) ?? null)
  return kept !== null && location.pathname === `/r/${kept.room}` ? kept : null
}

function take(next: Step): void {
  search = next.search
  drawn = search
  if (search === null) storage()?.removeItem(KEY)
  else storage()?.setItem(KEY, JSON.stringify(search))
  for (const effect of next.effects) {
    if (effect.do === 'ask') void ask()
    else if (effect.do === 'sit') sit?.()
    else router.go(`/r/${effect.room}`)
  }
  wind()
}

function wind(): void {
  clearTimeout(timer)
  const at = search && due(search)
  if (at !== null) timer = setTimeout(() => happen({ t: 'tick' }), Math.max(0, at - Date.now()))
}

function happen(happening: Happening): void {
  if (search !== null) take(step(search, happening, Date.now()))
}

async function ask(): Promise<void> {
  const mine = serial
  const { id, variant, name, colour } = search!.wanted
  try {
    const answer = await requestPairing({ id: id!, variant, name, colour })
    if (mine === serial) happen({ t: 'answered', ...answer })
  } catch (refused) {
    if (mine !== serial) return
    if (refused instanceof Failure && !refused.retry) {
      failure = refused
      seeker.stop()
    } else happen({ t: 'unanswered' })
  }
}

export const seeker = {
  /** the search that is on; null: none */
  get search(): Search | null {
    return drawn
  },
  get failure(): Failure | null {
    return failure
  },
  /** Whether the person waits in this room for anyone. */
  waitsIn(room: string): boolean {
    return drawn !== null && drawn.wanted.id !== null && drawn.room === room
  },
  /** Looks for anyone. Another search ends. */
  start(wanted: Wanted & { id: string }): void {
    serial++
    failure = null
    take(begin(wanted, Date.now()))
  },
  /** Goes to a room of the lobby and sits down there, if the seat is still free. */
  join(room: string): void {
    serial++
    failure = null
    take(follow(room, Date.now()))
  },
  /** What the page sees of the room that it shows; `onsit` takes the seat there. */
  seen(room: string, sight: Sight, onsit: () => void): void {
    sit = onsit
    happen({ t: 'seen', room, ...sight })
  },
  /** The page shows this room no longer: unless the search itself has gone on, it is over. */
  left(room: string): void {
    if (search?.room === room) seeker.stop()
  },
  /** The page on which the search began is left: unless it has found a room, it is over. */
  leftStart(): void {
    if (search?.room === null) seeker.stop()
  },
  stop(): void {
    serial++
    take({ search: null, effects: [] })
  },
}
loaded(seeker)
wind()
