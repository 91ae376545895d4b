import { describe, expect, it } from 'vitest'
import {
  ASK_EVERY,
  beginSearch,
  nextTick,
  beginJoining,
  OFFER_AFTER,
  stepSearch,
  type Effect,
  type SearchEvent,
  type Search,
  type RoomSnapshot,
} from './pairing'
import { readSearch } from './saved'

const wanted = { id: 'p', variant: 'tictactoe' }

/** Runs a search and records its effects. */
class SearchRun {
  search: Search | null
  done: Effect[]
  constructor(first: { search: Search | null; effects: Effect[] }) {
    this.search = first.search
    this.done = first.effects
  }
  at(now: number, event: SearchEvent): Effect[] {
    if (this.search === null) return []
    const { search, effects } = stepSearch(this.search, event, now)
    this.search = search
    this.done.push(...effects)
    return effects
  }
  seesRoom(now: number, room: string, phase: RoomSnapshot['phase'], seated = false) {
    return this.at(now, { t: 'seen', room, phase, seated })
  }
}

const searching = () => new SearchRun(beginSearch(wanted, 0))
const waiting = () => {
  const page = searching()
  page.at(100, { t: 'answered', room: 'own', seat: 'mine' })
  page.seesRoom(200, 'own', 'loading')
  page.seesRoom(300, 'own', 'waiting', true)
  return page
}

describe('quick pairing', () => {
  it('asks at once, goes to its own room and asks again every ASK_EVERY', () => {
    const page = waiting()
    expect(page.done).toEqual([{ do: 'ask' }, { do: 'go', room: 'own' }])
    expect(nextTick(page.search!)).toBe(ASK_EVERY)
    expect(page.at(ASK_EVERY - 1, { t: 'tick' })).toEqual([])
    expect(page.at(ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
    expect(page.at(ASK_EVERY + 1, { t: 'tick' }), 'one question at a time').toEqual([])
    expect(page.at(ASK_EVERY + 5, { t: 'answered', room: 'own', seat: 'mine' })).toEqual([])
    expect(nextTick(page.search!)).toBe(2 * ASK_EVERY)
  })

  it('ends when a game begins', () => {
    const page = waiting()
    page.seesRoom(2000, 'own', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('takes the seat, once, in the room that the hub names', () => {
    const page = searching()
    expect(page.at(50, { t: 'answered', room: 'theirs', seat: 'open' })).toEqual([
      { do: 'go', room: 'theirs' },
    ])
    expect(page.seesRoom(60, 'theirs', 'loading')).toEqual([])
    expect(page.seesRoom(70, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
    expect(page.seesRoom(80, 'theirs', 'waiting')).toEqual([])
    expect(page.at(ASK_EVERY * 3, { t: 'tick' }), 'does not ask while it goes to a room').toEqual([])
    page.seesRoom(90, 'theirs', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('goes from its own room to another', () => {
    const page = waiting()
    page.at(ASK_EVERY, { t: 'tick' })
    expect(page.at(ASK_EVERY + 9, { t: 'answered', room: 'theirs', seat: 'open' })).toEqual([
      { do: 'go', room: 'theirs' },
    ])
    expect(page.seesRoom(ASK_EVERY + 20, 'own', 'closed', true), 'the old room no longer matters').toEqual([])
    expect(page.seesRoom(ASK_EVERY + 30, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
  })

  it.each(['playing', 'finished', 'closed', 'gone'] as const)(
    'asks again at once when it comes too late: %s',
    (phase) => {
      const page = searching()
      page.at(50, { t: 'answered', room: 'theirs', seat: 'open' })
      page.seesRoom(70, 'theirs', 'waiting')
      expect(page.seesRoom(90, 'theirs', phase)).toEqual([{ do: 'ask' }])
      expect(page.seesRoom(95, 'theirs', phase), 'only once').toEqual([])
      expect(page.at(120, { t: 'answered', room: 'another', seat: 'open' })).toEqual([
        { do: 'go', room: 'another' },
      ])
      expect(page.seesRoom(130, 'another', 'waiting')).toEqual([{ do: 'sit', room: 'another' }])
    },
  )

  it('asks again later when a request failed', () => {
    const page = searching()
    page.at(8000, { t: 'unanswered' })
    expect(page.at(8000, { t: 'tick' })).toEqual([{ do: 'ask' }])
    page.at(8100, { t: 'unanswered' })
    expect(nextTick(page.search!)).toBe(OFFER_AFTER)
    expect(page.at(OFFER_AFTER, { t: 'tick' })).toEqual([])
    expect(page.at(8000 + ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
  })

  it('offers the AI after OFFER_AFTER, and goes on', () => {
    const page = waiting()
    page.at(OFFER_AFTER - 1, { t: 'tick' })
    expect(page.search!.offered).toBe(false)
    page.at(OFFER_AFTER - 1, { t: 'answered', room: 'own', seat: 'mine' })
    page.at(OFFER_AFTER, { t: 'tick' })
    expect(page.search!.offered).toBe(true)
    expect(page.at(OFFER_AFTER - 1 + ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
    page.at(OFFER_AFTER + ASK_EVERY, { t: 'answered', room: 'own', seat: 'mine' })
    page.seesRoom(OFFER_AFTER + ASK_EVERY, 'own', 'playing', true)
    expect(page.search, 'the AI was invited').toBeNull()
  })

  it('ends when its room closes', () => {
    const page = waiting()
    page.seesRoom(900_000, 'own', 'closed', true)
    expect(page.search).toBeNull()
  })
})

describe('joining from the lobby', () => {
  it('takes the seat', () => {
    const page = new SearchRun(beginJoining('theirs', 0))
    expect(page.done).toEqual([{ do: 'go', room: 'theirs' }])
    expect(nextTick(page.search!)).toBeNull()
    expect(page.seesRoom(70, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
    page.seesRoom(90, 'theirs', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('ends in the room, as a spectator, if somebody else took the seat', () => {
    const page = new SearchRun(beginJoining('theirs', 0))
    expect(page.seesRoom(90, 'theirs', 'playing')).toEqual([])
    expect(page.search).toBeNull()
  })
})

describe('a search after a reload', () => {
  it('goes on, and repeats an unanswered request', () => {
    const page = waiting()
    page.at(ASK_EVERY, { t: 'tick' })
    const read = readSearch(page.search, ASK_EVERY + 500)!
    expect(read).toMatchObject({ room: 'own', seat: 'mine', asking: false, wanted })
    expect(stepSearch(read, { t: 'tick' }, 2 * ASK_EVERY).effects).toEqual([{ do: 'ask' }])
  })

  it('is dropped if it is old or broken', () => {
    const kept = waiting().search!
    expect(readSearch(kept, 60_000)).not.toBeNull()
    expect(readSearch(kept, 3_600_000)).toBeNull()
    expect(readSearch(kept, -1), 'from the future').toBeNull()
    for (const broken of [null, 7, [], {}, { room: 'a' }, { ...kept, room: null }, { ...kept, wanted: null }])
      expect(readSearch(broken, 1000)).toBeNull()
  })
})
