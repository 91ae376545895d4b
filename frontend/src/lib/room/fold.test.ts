import { describe, expect, it } from 'vitest'
import type { Entry, Player } from '../protocol/entries'
import type { ToPage } from '../protocol/topage'
import { example } from '../testing/protocol'
import { apply } from './apply'
import { unknownRoom } from './state'
import { log, roomOf, type Short, ZOE } from './testing'
import { isSelf, mySeat } from './view'

const moved = (seat: 1 | 2, move = '4'): Short => ({ type: 'moved', data: { seat, move, ms: 1000 } })
const offered = (seat: 1 | 2, offer: 'draw' | 'takeback'): Short => ({
  type: 'offered',
  data: { seat, offer },
})
const played = (...more: Short[]) => roomOf(log({}, ...more))

describe('created', () => {
  it('says all about the room', () => {
    const state = roomOf(
      log({
        starter: 'loser',
        clock: { base: 300_000, increment: 3000 },
        advice: [true, false],
        open: true,
        imported: true,
      }),
    )
    expect(state).toMatchObject({
      owner: 'ana',
      starter: 'loser',
      clock: { base: 300_000, increment: 3000 },
      advice: [true, false],
      open: true,
      imported: true,
      pace: null,
      phase: 'playing',
    })
  })

  it('is plain when nothing is said', () => {
    expect(played()).toMatchObject({
      starter: 'alternate',
      clock: null,
      advice: [false, false],
      open: false,
      imported: false,
    })
  })

  it('paces two AIs', () => {
    const players = [
      { level: 'easy', colour: 'red' },
      { level: 'strong', colour: 'yellow' },
    ] as const
    const state = roomOf(
      log({ players: [...players], pace: 800 }, { type: 'paced', data: { ms: 250, paused: true } }),
    )
    expect(state.pace).toEqual({ ms: 250, paused: true })
    expect(roomOf(log({ players: [...players], pace: 800 })).pace).toEqual({ ms: 800, paused: false })
  })

  it('begins an imported game whoever played it', () => {
    const state = roomOf(log({ players: [{ colour: 'red' }, { colour: 'yellow' }], imported: true }))
    expect(state).toMatchObject({ phase: 'playing', game: 1 })
  })
})

describe('joined', () => {
  const waiting = log({ players: [{ id: 'ana', colour: 'red' }, { colour: 'violet' }] })
  const joined = (data: object) =>
    apply(roomOf(waiting), {
      t: 'entries',
      entries: [{ n: 2, at: 5, type: 'joined', data: { seat: 2, ...data }, digest: '' } as Entry],
    })

  it('seats a person', () => {
    expect(joined({ player: ZOE, name: 'Zoé' })).toMatchObject({
      phase: 'playing',
      turnAt: 5,
      players: [{}, { id: ZOE, name: 'Zoé', colour: 'violet' }],
    })
  })

  it('seats an AI', () => {
    expect(joined({ level: 'easy' }).players[1]).toEqual({ level: 'easy', colour: 'violet' })
  })
})

describe('offers', () => {
  it('stand until they are declined', () => {
    expect(played(moved(1), offered(1, 'draw')).offers).toEqual({ draw: 1, takeback: null })
    const no: Short = { type: 'declined', data: { seat: 2, offer: 'draw' } }
    expect(played(moved(1), offered(1, 'draw'), no)).toMatchObject({
      offers: { draw: null },
      news: { is: 'declined', seat: 2, offer: 'draw' },
    })
  })

  it('are withdrawn by who made them', () => {
    const back: Short = { type: 'declined', data: { seat: 1, offer: 'takeback' } }
    expect(played(moved(1), offered(1, 'takeback'), back)).toMatchObject({
      offers: { takeback: null },
      news: { is: 'withdrawn', seat: 1, offer: 'takeback' },
    })
  })

  it('of a draw end with the move of the other, not with one’s own', () => {
    expect(played(moved(1), moved(2), offered(1, 'draw'), moved(1)).offers.draw).toBe(1)
    expect(played(moved(1), offered(1, 'draw'), moved(2)).offers.draw).toBeNull()
  })

  it('of a takeback end with any move', () => {
    expect(played(moved(1), offered(1, 'takeback'), moved(2)).offers.takeback).toBeNull()
    expect(played(moved(1), moved(2), offered(2, 'takeback'), moved(1)).offers.takeback).toBeNull()
  })

  it('end the game when a draw is agreed', () => {
    const drawn: Short = { type: 'drawn', data: { seat: 2, end: { winner: 0, reason: 'agreed' } } }
    expect(played(moved(1), offered(1, 'draw'), drawn)).toMatchObject({
      phase: 'finished',
      end: { winner: 0, reason: 'agreed' },
      offers: { draw: null },
      draws: 1,
    })
  })
})

describe('takenback', () => {
  const back: Short = { type: 'takenback', data: { seat: 1, ply: 0 } }

  it('leaves the first moves, and answers the offer', () => {
    const state = played(moved(1), moved(2), offered(1, 'takeback'), back)
    expect(state).toMatchObject({
      moves: [],
      settled: 0,
      offers: { takeback: null },
      news: { is: 'takenback', seat: 1 },
    })
  })

  it('begins a turn', () => {
    const entries = log({}, moved(1), moved(2), back)
    expect(roomOf(entries).turnAt).toBe(entries.at(-1)!.at)
  })
})

describe('advised', () => {
  const advised: Short = { type: 'advised', by: 'ai', data: { seat: 2, move: '3' } }

  it('stands as long as its position', () => {
    expect(played(moved(1), advised).advised).toEqual({ seat: 2, move: '3' })
    expect(played(moved(1), advised, offered(2, 'draw')).advised).not.toBeNull()
    expect(played(moved(1), advised, moved(2)).advised).toBeNull()
    const back: Short = { type: 'takenback', data: { seat: 1, ply: 0 } }
    expect(played(moved(1), advised, back).advised).toBeNull()
    const end: Short = { type: 'resigned', data: { seat: 2, end: { winner: 1, reason: 'resigned' } } }
    expect(played(moved(1), advised, end).advised).toBeNull()
  })
})

describe('endings', () => {
  it('by time and by absence count for who is left', () => {
    const flagged: Short = { type: 'flagged', data: { seat: 1, end: { winner: 2, reason: 'time' } } }
    expect(played(moved(1), flagged)).toMatchObject({ score: [0, 1], end: { reason: 'time' } })
    const claimed: Short = {
      type: 'claimed',
      data: { seat: 1, away: 41_000, end: { winner: 1, reason: 'left' } },
    }
    expect(played(moved(1), claimed)).toMatchObject({ score: [1, 0], end: { reason: 'left' } })
    const drawn: Short = {
      type: 'claimed',
      data: { seat: 1, away: 41_000, end: { winner: 0, reason: 'left' } },
    }
    expect(played(moved(1), drawn)).toMatchObject({ score: [0, 0], draws: 1 })
  })

  it('note when', () => {
    const entries = log({}, moved(1), {
      type: 'resigned',
      data: { seat: 2, end: { winner: 1, reason: 'resigned' } },
    })
    expect(roomOf(entries).endAt).toBe(entries.at(-1)!.at)
  })
})

describe('emoted', () => {
  it('keeps what each has said last', () => {
    const said = (seat: 1 | 2, emote: 'hello' | 'wow'): Short => ({ type: 'emoted', data: { seat, emote } })
    const entries = log({}, said(1, 'hello'), said(2, 'hello'), said(1, 'wow'))
    expect(roomOf(entries).said).toEqual([
      { emote: 'wow', n: 4, at: entries[3]!.at },
      { emote: 'hello', n: 3, at: entries[2]!.at },
    ])
  })
})

describe('what a later protocol adds', () => {
  it('counts, and changes nothing', () => {
    const before = played(moved(1))
    const later = { n: 3, at: 9, type: 'analysed', ignorable: true, data: { seat: 1 }, digest: 'd3' }
    expect(apply(before, { t: 'entries', entries: [later as unknown as Entry] })).toEqual({
      ...before,
      n: 3,
      digest: 'd3',
    })
  })
})

describe('the documented logs', () => {
  const fold = (name: string) => apply(unknownRoom(), example(name) as unknown as ToPage)

  it('with a clock, advice, offers, a takeback and emotes', () => {
    const state = fold(
      'a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls',
    )
    expect(state).toMatchObject({
      n: 13,
      phase: 'finished',
      moves: ['4', '4', '5'],
      end: { winner: 1, reason: 'time' },
      score: [1, 0],
      offers: { draw: null, takeback: null },
      said: [null, { emote: 'hello' }],
    })
    expect(state.advice).toEqual([false, true])
  })

  it('with outages that turns were credited', () => {
    const state = fold('a game on a clock; the store is away twice in a turn, and again before a takeback')
    // The figures are those of the hub (internal/hub/credit_test.go) and of the client for terminals.
    expect(state).toMatchObject({
      n: 10,
      moves: ['4', '4'],
      turnAt: 1763700175000,
      timers: [
        { left: 50_000, used: 11_000 },
        { left: 56_000, used: 5000 },
      ],
    })
  })

  it('of one player on both seats', () => {
    expect(fold('one player on both seats; a draw is agreed with oneself')).toMatchObject({
      n: 5,
      phase: 'playing',
      game: 2,
      first: 2,
      draws: 1,
    })
  })

  it('of AI against AI', () => {
    expect(fold('AI against AI, paced by its owner')).toMatchObject({
      n: 5,
      moves: ['P1', 'S2'],
      pace: { ms: 2000, paused: false },
    })
  })

  it('of an AI that was asked in, and of somebody who left', () => {
    expect(fold('an AI is asked in')).toMatchObject({
      phase: 'playing',
      players: [{}, { level: 'normal', colour: 'yellow' }],
    })
    expect(fold('the other has left')).toMatchObject({
      phase: 'finished',
      end: { winner: 1, reason: 'left' },
    })
  })

  it('of a game that was played elsewhere', () => {
    expect(fold('a game that was played elsewhere')).toMatchObject({ imported: true, phase: 'finished' })
  })
})

describe('a seat that moves to another device', () => {
  const NAME = 'player 1 goes on on another device, the second one of these links not being used'
  const entries = (example(NAME) as unknown as { entries: Entry[] }).entries
  const [ANA_ID, PHONE] = [entries[0]!.by!, entries[2]!.by!]
  const seen = (me: string, n: number) => roomOf(entries.slice(0, n), me)

  it('is offered by whoever plays it, who knows the command and the end', () => {
    expect(seen(ANA_ID, 2).handover).toEqual({ cmd: 'c1', until: 1_763_700_610_000 })
    expect(seen(PHONE, 2).handover).toBeNull()
    expect(mySeat(seen(ANA_ID, 2))).toBe(1)
  })

  it('is played there, with the name and as the owner, and watched here', () => {
    const there = seen(PHONE, 3)
    expect(there).toMatchObject({ owner: PHONE, moved: 'here', movedAt: 3, phase: 'playing' })
    expect(there.players[0]).toEqual({ id: PHONE, name: 'Ana', colour: 'red' })
    expect(mySeat(there)).toBe(1)
    const here = seen(ANA_ID, 5)
    expect(here).toMatchObject({ moved: 'away', moves: ['4'] })
    expect(mySeat(here)).toBeNull()
    expect(seen('somebody', 5)).toMatchObject({ moved: null, movedAt: 0, handover: null })
  })

  it('takes the other one along where both are one person’s', () => {
    const both = {
      players: [
        { id: ZOE, colour: 'red' },
        { id: ZOE, colour: 'blue' },
      ] as [Player, Player],
    }
    const moved: Short = { type: 'seatmoved', by: PHONE, data: { seat: 1, player: PHONE } }
    const state = roomOf(log(both, moved), PHONE)
    expect(isSelf(state)).toBe(true)
    expect(mySeat(state)).toBe(1)
    expect(state.owner).toBe('ana')
  })
})
