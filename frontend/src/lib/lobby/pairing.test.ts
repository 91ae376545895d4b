import { describe, expect, it } from 'vitest'
import {
  ASK_EVERY,
  begin,
  due,
  follow,
  OFFER_AFTER,
  step,
  type Effect,
  type Happening,
  type Search,
  type Sight,
} from './pairing'
import { readSearch } from './savedsearch'

const wanted = { id: 'p', variant: 'tictactoe' }

/** A page that does what it is told, at times that the test says. */
class Page {
  search: Search | null
  done: Effect[]
  constructor(first: { search: Search | null; effects: Effect[] }) {
    this.search = first.search
    this.done = first.effects
  }
  at(now: number, happening: Happening): Effect[] {
    if (this.search === null) return []
    const { search, effects } = step(this.search, happening, now)
    this.search = search
    this.done.push(...effects)
    return effects
  }
  sees(now: number, room: string, phase: Sight['phase'], seated = false) {
    return this.at(now, { t: 'seen', room, phase, seated })
  }
}

const searching = () => new Page(begin(wanted, 0))
const waiting = () => {
  const page = searching()
  page.at(100, { t: 'answered', room: 'own', seat: 'mine' })
  page.sees(200, 'own', 'loading')
  page.sees(300, 'own', 'waiting', true)
  return page
}

describe('looking for anyone', () => {
  it('asks at once, goes to its own room and asks again every so often', () => {
    const page = waiting()
    expect(page.done).toEqual([{ do: 'ask' }, { do: 'go', room: 'own' }])
    expect(due(page.search!)).toBe(ASK_EVERY)
    expect(page.at(ASK_EVERY - 1, { t: 'tick' })).toEqual([])
    expect(page.at(ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
    expect(page.at(ASK_EVERY + 1, { t: 'tick' }), 'one question at a time').toEqual([])
    expect(page.at(ASK_EVERY + 5, { t: 'answered', room: 'own', seat: 'mine' })).toEqual([])
    expect(due(page.search!)).toBe(2 * ASK_EVERY)
  })

  it('ends when somebody comes', () => {
    const page = waiting()
    page.sees(2000, 'own', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('sits down, once, in the room that it is told of', () => {
    const page = searching()
    expect(page.at(50, { t: 'answered', room: 'theirs', seat: 'open' })).toEqual([
      { do: 'go', room: 'theirs' },
    ])
    expect(page.sees(60, 'theirs', 'loading')).toEqual([])
    expect(page.sees(70, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
    expect(page.sees(80, 'theirs', 'waiting')).toEqual([])
    expect(page.at(ASK_EVERY * 3, { t: 'tick' }), 'asks nobody on the way').toEqual([])
    page.sees(90, 'theirs', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('moves on from its own room', () => {
    const page = waiting()
    page.at(ASK_EVERY, { t: 'tick' })
    expect(page.at(ASK_EVERY + 9, { t: 'answered', room: 'theirs', seat: 'open' })).toEqual([
      { do: 'go', room: 'theirs' },
    ])
    expect(page.sees(ASK_EVERY + 20, 'own', 'closed', true), 'what becomes of the old room').toEqual([])
    expect(page.sees(ASK_EVERY + 30, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
  })

  it.each(['playing', 'finished', 'closed', 'gone'] as const)(
    'asks at once when it comes too late: %s',
    (phase) => {
      const page = searching()
      page.at(50, { t: 'answered', room: 'theirs', seat: 'open' })
      page.sees(70, 'theirs', 'waiting')
      expect(page.sees(90, 'theirs', phase)).toEqual([{ do: 'ask' }])
      expect(page.sees(95, 'theirs', phase), 'but once').toEqual([])
      expect(page.at(120, { t: 'answered', room: 'another', seat: 'open' })).toEqual([
        { do: 'go', room: 'another' },
      ])
      expect(page.sees(130, 'another', 'waiting')).toEqual([{ do: 'sit', room: 'another' }])
    },
  )

  it('asks later when it was not answered', () => {
    const page = searching()
    page.at(8000, { t: 'unanswered' })
    expect(page.at(8000, { t: 'tick' })).toEqual([{ do: 'ask' }])
    page.at(8100, { t: 'unanswered' })
    expect(due(page.search!)).toBe(OFFER_AFTER)
    expect(page.at(OFFER_AFTER, { t: 'tick' })).toEqual([])
    expect(page.at(8000 + ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
  })

  it('offers the AI after a while, and goes on', () => {
    const page = waiting()
    page.at(OFFER_AFTER - 1, { t: 'tick' })
    expect(page.search!.offered).toBe(false)
    page.at(OFFER_AFTER - 1, { t: 'answered', room: 'own', seat: 'mine' })
    page.at(OFFER_AFTER, { t: 'tick' })
    expect(page.search!.offered).toBe(true)
    expect(page.at(OFFER_AFTER - 1 + ASK_EVERY, { t: 'tick' })).toEqual([{ do: 'ask' }])
    page.at(OFFER_AFTER + ASK_EVERY, { t: 'answered', room: 'own', seat: 'mine' })
    page.sees(OFFER_AFTER + ASK_EVERY, 'own', 'playing', true)
    expect(page.search, 'the AI was invited').toBeNull()
  })

  it('ends with its room', () => {
    const page = waiting()
    page.sees(900_000, 'own', 'closed', true)
    expect(page.search).toBeNull()
  })
})

describe('an invitation from the lobby', () => {
  it('leads to the seat', () => {
    const page = new Page(follow('theirs', 0))
    expect(page.done).toEqual([{ do: 'go', room: 'theirs' }])
    expect(due(page.search!)).toBeNull()
    expect(page.sees(70, 'theirs', 'waiting')).toEqual([{ do: 'sit', room: 'theirs' }])
    page.sees(90, 'theirs', 'playing', true)
    expect(page.search).toBeNull()
  })

  it('leaves who comes too late where they are, watching', () => {
    const page = new Page(follow('theirs', 0))
    expect(page.sees(90, 'theirs', 'playing')).toEqual([])
    expect(page.search).toBeNull()
  })
})

describe('a search over a reload', () => {
  it('goes on, and asks again what had not been answered', () => {
    const page = waiting()
    page.at(ASK_EVERY, { t: 'tick' })
    const read = readSearch(JSON.stringify(page.search), ASK_EVERY + 500)!
    expect(read).toMatchObject({ room: 'own', seat: 'mine', asking: false, wanted })
    expect(step(read, { t: 'tick' }, 2 * ASK_EVERY).effects).toEqual([{ do: 'ask' }])
  })

  it('is forgotten when it is old, of another kind, or broken', () => {
    const kept = JSON.stringify(waiting().search)
    expect(readSearch(kept, 60_000)).not.toBeNull()
    expect(readSearch(kept, 3_600_000)).toBeNull()
    expect(readSearch(kept, -1), 'from the future').toBeNull()
    for (const broken of [null, '', '{', '7', '{}', '{"room":"a"}', kept.replace('"own"', 'null')])
      expect(readSearch(broken, 1000)).toBeNull()
  })
})
