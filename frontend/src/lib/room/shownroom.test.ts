import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../protocol/entries'
import { apply, type RoomMessage } from './apply'
import { ShownRoom } from './shownroom.svelte'
import { ANA, log, roomOf, type DraftEntry } from './testing'
import { movesToShow } from './view'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const me = { id: ANA, colour: 'red' as const }
const ai = { level: 'normal', colour: 'yellow' as const }
const mine: DraftEntry = { type: 'moved', cmd: 'c1', data: { seat: 1, move: '4', ms: 900 } }
const reply: DraftEntry = { type: 'moved', by: 'ai', data: { seat: 2, move: '3', ms: 15 } }

/** A game against an AI in which the player has just moved. `deliver` gives messages to the page, `shown` its moves. */
function afterMyMove({ clock, against = ai }: { clock?: Clock; against?: object } = {}) {
  const entries = log({ players: [me, { ...ai, ...against }], ...(clock && { clock }) }, mine, reply)
  let known = roomOf(entries.slice(0, 1))
  const room = new ShownRoom(known)
  const deliver = (message: RoomMessage) => {
    known = apply(known, message)
    room.update(message, known)
  }
  deliver({ t: 'command-given', command: { t: 'move', id: 'c1', n: 1, move: '4' } })
  return { entries, room, deliver, shown: () => movesToShow(room.state).join('') }
}

describe('the reply of an AI', () => {
  it('is shown after the player’s disc has landed and a moment has passed', () => {
    const { entries, deliver, shown } = afterMyMove()
    deliver({ t: 'entries', entries: entries.slice(1) })
    expect(shown()).toBe('4')
    vi.advanceTimersByTime(700)
    expect(shown()).toBe('4')
    vi.advanceTimersByTime(400)
    expect(shown()).toBe('43')
  })

  it('does not wait if the AI took longer than that', () => {
    const { entries, deliver, shown } = afterMyMove()
    vi.advanceTimersByTime(1200)
    deliver({ t: 'entries', entries: entries.slice(1) })
    expect(shown()).toBe('43')
  })

  it('does not keep back what the hub says about other things', () => {
    const { entries, room, deliver, shown } = afterMyMove()
    deliver({ t: 'entries', entries: entries.slice(1) })
    deliver({ t: 'ok', id: 'c1', n: 2 })
    deliver({ t: 'store', up: false })
    expect(room.state).toMatchObject({ pending: [], store: false })
    expect(shown()).toBe('4')
  })

  it('waits only until the disc has landed if a clock runs', () => {
    const { entries, deliver, shown } = afterMyMove({ clock: { move: 60_000 } })
    deliver({ t: 'entries', entries: entries.slice(1) })
    vi.advanceTimersByTime(500)
    expect(shown()).toBe('43')
  })

  it('does not wait after a new connection', () => {
    const { entries, deliver, room, shown } = afterMyMove()
    deliver({ t: 'entries', entries: entries.slice(1) })
    deliver({
      t: 'welcome',
      proto: 1,
      build: '',
      room: 'r',
      player: ANA,
      from: room.state.n + 1,
      n: room.state.n + 1,
      now: 0,
      here: { seats: [true, true], spectators: 0, invited: 0, claim: [0, 0] },
      store: true,
    })
    expect(shown()).toBe('43')
  })

  it('of a person never waits', () => {
    const { entries, deliver, shown } = afterMyMove({ against: { level: undefined, id: 'zoe' } })
    deliver({ t: 'entries', entries: entries.slice(1) })
    expect(shown()).toBe('43')
  })
})
