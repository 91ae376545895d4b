/** The status of a room and the announcements of its changes, in a real browser. */
import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import '../../../base.css'
import '../../../page.css'
import '../../../tokens.css'
import { loadGames } from '../../games'
import Announcer from '../../heard/Announcer.svelte'
import { apply } from '../apply'
import { roomReady } from '../firstpaint'
import type { Room } from '../room.svelte'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../testing'
import Scoreboard from './Scoreboard.svelte'

beforeAll(async () => {
  roomReady()
  await loadGames()
})
let end = () => {}
afterEach(() => end())

const moved = (seat: 1 | 2, move: string): DraftEntry =>
  ({ type: 'moved', data: { seat, move, ms: 900 } }) as DraftEntry
const againstAI = {
  players: [
    { id: ANA, colour: 'red' },
    { level: 'easy', colour: 'yellow' },
  ] as never,
}

/** Draws a component for a room with these entries. The returned functions add one and read the sent commands. */
function draw(
  component: typeof Scoreboard | typeof Announcer,
  entries: DraftEntry[],
  created = {},
  me = ANA,
) {
  const sent: object[] = []
  let state = $state.raw(roomOf(log(created, ...entries), me))
  const room = {
    get state() {
      return state
    },
    send: (command: object) => sent.push(command),
    dismissRefusal() {},
  } as unknown as Room
  const target = document.body
  const drawn = mount(component as Component<{ room: Room; now: number; lower: 1 }>, {
    target,
    props: { room, now: 0, lower: 1 },
  })
  end = () => {
    void unmount(drawn)
    end = () => {}
  }
  flushSync()
  return {
    sent,
    receive(...more: DraftEntry[]) {
      entries = [...entries, ...more]
      state = apply(state, { t: 'entries', entries: log(created, ...entries) })
      flushSync()
    },
  }
}

const status = () => document.querySelector<HTMLElement>('.room-status strong')!
const sizeOf = (element: Element) => parseFloat(getComputedStyle(element).fontSize)
const cards = () => [...document.querySelectorAll<HTMLElement>('.players > *')]

describe('the status', () => {
  it('is larger in my turn, and has my colour, than when I wait; nothing moves', () => {
    const room = draw(Scoreboard, [])
    const [mine, height] = [sizeOf(status()), document.body.scrollHeight]
    const ground = getComputedStyle(status()).backgroundColor
    expect(status().textContent).toBe('Your turn')
    room.receive(moved(1, '4'))
    expect(status().textContent).toBe('Zoé’s turn')
    expect(sizeOf(status())).toBeLessThan(mine)
    expect(getComputedStyle(status()).backgroundColor).not.toBe(ground)
    expect(document.body.scrollHeight).toBe(height)
  })

  it('has the colour of whoever reads it', () => {
    draw(Scoreboard, [])
    const red = getComputedStyle(status()).backgroundColor
    end()
    draw(Scoreboard, [moved(1, '4')], {}, ZOE)
    expect(status().textContent).toBe('Your turn')
    expect(getComputedStyle(status()).backgroundColor).not.toBe(red)
  })

  it('does not flash if an AI answers at once: its thinking is told after a second', () => {
    draw(Scoreboard, [moved(1, '4')], againstAI)
    expect(status().textContent).toBe('The AI is thinking…')
    const [appearance] = status().getAnimations()
    appearance!.pause()
    const at = (ms: number) => {
      appearance!.currentTime = ms
      return getComputedStyle(status()).opacity
    }
    expect([0, 500, 1000].map(at)).toEqual(['0', '0', '0'])
    expect(at(1399)).not.toBe('0')
  })

  it('counts a game that was won when its last disc has landed', async () => {
    const scores = () => [...document.querySelectorAll('.score [aria-hidden]')].map((e) => e.textContent)
    const room = draw(
      Scoreboard,
      [1, 2, 1, 2, 1, 2].map((column, i) => moved(i % 2 ? 2 : 1, `${column}`)),
    )
    const end = { winner: 1, reason: 'line', cells: [0, 7, 14, 21] }
    room.receive({ type: 'moved', data: { seat: 1, move: '1', ms: 900, end } } as DraftEntry)
    expect(scores()).toEqual(['0', '0'])
    await expect.poll(() => (flushSync(), scores())).toEqual(['1', '0'])
  })

  it('is a question with its answers if the opponent offers something, and moves nothing', async () => {
    const room = draw(Scoreboard, [moved(1, '4')])
    const places = () => cards().map((card) => card.getBoundingClientRect().top)
    const before = places()
    room.receive({ type: 'offered', data: { seat: 2, offer: 'draw' } } as DraftEntry)
    await expect.poll(() => document.querySelectorAll('.answers button').length).toBe(2)
    expect(document.querySelector('.answers')!.getAttribute('aria-label')).toBe(status().textContent)
    expect(places()).toEqual(before)
    document.querySelector<HTMLElement>('.answers .primary')!.click()
    expect(room.sent).toEqual([{ t: 'accept', offer: 'draw' }])
  })
})

describe('the announcements', () => {
  const spoken = () => [...document.querySelectorAll('[role=log] p')].map(({ textContent }) => textContent)
  /** The log says how the room was found as soon as it can be heard. */
  const ready = () => spoken().length === 1

  it('are a log that begins empty, and gets one text a turn, below the others', async () => {
    const room = draw(Announcer, [])
    const list = document.querySelector('[role=log]')!
    expect(spoken(), 'screen readers miss what a new log contains').toEqual([])
    await expect.poll(() => (flushSync(), ready())).toBe(true)
    const first = spoken()
    room.receive(moved(1, '4'))
    room.receive(moved(2, '4'))
    expect(spoken()).toEqual([
      ...first,
      'Red: column 4, row 1. Zoé’s turn.',
      'Yellow: column 4, row 2. Your turn.',
    ])
    expect(document.querySelector('[role=log]'), 'the log stays').toBe(list)
  })

  it('tell a move and the answer to it, if they come together, in one text', async () => {
    const room = draw(Announcer, [], againstAI)
    await expect.poll(() => (flushSync(), ready())).toBe(true)
    const before = spoken().length
    room.receive(moved(1, '4'), moved(2, '5'))
    expect(spoken().slice(before)).toEqual(['Red: column 4, row 1. Yellow: column 5, row 1. Your turn.'])
  })

  it('are not seen, and take no place', () => {
    draw(Announcer, [])
    const { width, height } = document.querySelector('[role=log]')!.getBoundingClientRect()
    expect(width * height).toBeLessThanOrEqual(1)
  })
})
