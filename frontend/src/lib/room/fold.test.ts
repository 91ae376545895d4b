import { describe, expect, it } from 'vitest'
import type { Entry, Player } from '../protocol/entries'
import type { ToPage } from '../protocol/messages'
import { example, examples } from '../testing/protocol'
import { apply } from './apply'
import { fold } from './fold'
import { emptyRoom, type RoomState } from './state'
import { log, roomOf, type DraftEntry, ZOE } from './testing'
import { isPassAndPlay, mySeat } from './view'

const moved = (seat: 1 | 2, move = '4'): DraftEntry => ({ type: 'moved', data: { seat, move, ms: 1000 } })
const offered = (seat: 1 | 2, offer: 'draw' | 'takeback'): DraftEntry => ({
  type: 'offered',
  data: { seat, offer },
})
const played = (...more: DraftEntry[]) => roomOf(log({}, ...more))

it.each(examples('fromHub').filter((e) => e.payload.t === 'entries'))(
  'knows every type of entry in the example: $name',
  ({ payload }) => {
    for (const entry of payload.entries as Entry[]) {
      expect(fold(played(), { ...entry, ignorable: false }), entry.type).not.toBeNull()
    }
  },
)

describe('created', () => {
  it('sets all options of the room', () => {
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

  it('uses the defaults for missing options', () => {
    expect(played()).toMatchObject({
      starter: 'alternate',
      clock: null,
      advice: [false, false],
      open: false,
      imported: false,
      spectators: true,
    })
  })

  it('shuts spectators out, until the owner admits them', () => {
    expect(roomOf(log({ no_spectators: true })).spectators).toBe(false)
    const admitted = (spectators: boolean): DraftEntry => ({ type: 'admitted', data: { spectators } })
    expect(roomOf(log({ no_spectators: true }, admitted(true))).spectators).toBe(true)
    expect(roomOf(log({}, admitted(false))).spectators).toBe(false)
  })

  it('lets the AI play for a person until the end of the game, and changes the level of an AI', () => {
    const delegated = (level?: string): DraftEntry => ({ type: 'delegated', data: { seat: 1, level } })
    expect(roomOf(log({}, delegated('easy'))).delegated).toEqual(['easy', ''])
    expect(roomOf(log({}, delegated('easy'), delegated())).delegated).toEqual(['', ''])
    const ai: DraftEntry = { type: 'levelset', data: { seat: 2, level: 'expert' } }
    expect(roomOf(log({}, ai)).players[1].level).toBe('expert')
  })

  it('sets the pace of AI against AI', () => {
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

  it('begins an imported game even without players', () => {
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

  it('seats a player', () => {
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
    const no: DraftEntry = { type: 'declined', data: { seat: 2, offer: 'draw' } }
    expect(played(moved(1), offered(1, 'draw'), no)).toMatchObject({
      offers: { draw: null },
      news: { is: 'declined', seat: 2, offer: 'draw' },
    })
  })

  it('are withdrawn by the seat that made them', () => {
    const back: DraftEntry = { type: 'declined', data: { seat: 1, offer: 'takeback' } }
    expect(played(moved(1), offered(1, 'takeback'), back)).toMatchObject({
      offers: { takeback: null },
      news: { is: 'withdrawn', seat: 1, offer: 'takeback' },
    })
  })

  it('of a draw end with the opponent’s move, not with one’s own', () => {
    expect(played(moved(1), moved(2), offered(1, 'draw'), moved(1)).offers.draw).toBe(1)
    expect(played(moved(1), offered(1, 'draw'), moved(2)).offers.draw).toBeNull()
  })

  it('of a takeback end with any move', () => {
    expect(played(moved(1), offered(1, 'takeback'), moved(2)).offers.takeback).toBeNull()
    expect(played(moved(1), moved(2), offered(2, 'takeback'), moved(1)).offers.takeback).toBeNull()
  })

  it('end the game when a draw is agreed', () => {
    const drawn: DraftEntry = { type: 'drawn', data: { seat: 2, end: { winner: 0, reason: 'agreed' } } }
    expect(played(moved(1), offered(1, 'draw'), drawn)).toMatchObject({
      phase: 'finished',
      end: { winner: 0, reason: 'agreed' },
      offers: { draw: null },
      draws: 1,
    })
  })
})

describe('takenback', () => {
  const back: DraftEntry = { type: 'takenback', data: { seat: 1, ply: 0 } }

  it('keeps the first moves, and ends the offer', () => {
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
  const advised: DraftEntry = { type: 'advised', by: 'ai', data: { seat: 2, move: '3' } }

  it('lasts until the position changes', () => {
    expect(played(moved(1), advised).advised).toEqual({ seat: 2, move: '3' })
    expect(played(moved(1), advised, offered(2, 'draw')).advised).not.toBeNull()
    expect(played(moved(1), advised, moved(2)).advised).toBeNull()
    const back: DraftEntry = { type: 'takenback', data: { seat: 1, ply: 0 } }
    expect(played(moved(1), advised, back).advised).toBeNull()
    const end: DraftEntry = { type: 'resigned', data: { seat: 2, end: { winner: 1, reason: 'resigned' } } }
    expect(played(moved(1), advised, end).advised).toBeNull()
  })
})

describe('a hint', () => {
  const hinted: DraftEntry = { type: 'hinted', data: { seat: 1 } }
  const hints = ({ hinted, helped }: RoomState) => [hinted, ...helped]

  it('is for one position, and helps its player for the whole game', () => {
    expect(hints(played(hinted))).toEqual([true, true, false])
    expect(hints(played(hinted, moved(1)))).toEqual([false, true, false])
    const back: DraftEntry = { type: 'takenback', data: { seat: 1, ply: 0 } }
    expect(hints(played(hinted, moved(1), back))).toEqual([false, true, false])
    const end: DraftEntry = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }
    const again: DraftEntry = { type: 'rematch', data: { seat: 1, game: 2, first: 2 } }
    expect(hints(played(hinted, end))).toEqual([false, true, false])
    expect(hints(played(hinted, end, again))).toEqual([false, false, false])
    expect(hints(roomOf(log({ advice: [false, true] })))).toEqual([false, false, true])
  })
})

describe('endings', () => {
  it('by time and by absence count for the opponent', () => {
    const flagged: DraftEntry = { type: 'flagged', data: { seat: 1, end: { winner: 2, reason: 'time' } } }
    expect(played(moved(1), flagged)).toMatchObject({ score: [0, 1], end: { reason: 'time' } })
    const claimed: DraftEntry = {
      type: 'claimed',
      data: { seat: 1, away: 41_000, end: { winner: 1, reason: 'left' } },
    }
    expect(played(moved(1), claimed)).toMatchObject({ score: [1, 0], end: { reason: 'left' } })
    const drawn: DraftEntry = {
      type: 'claimed',
      data: { seat: 1, away: 41_000, end: { winner: 0, reason: 'left' } },
    }
    expect(played(moved(1), drawn)).toMatchObject({ score: [0, 0], draws: 1 })
  })

  it('record their time', () => {
    const entries = log({}, moved(1), {
      type: 'resigned',
      data: { seat: 2, end: { winner: 1, reason: 'resigned' } },
    })
    expect(roomOf(entries).endAt).toBe(entries.at(-1)!.at)
  })
})

describe('emoted', () => {
  it('keeps the last emote of each player', () => {
    const emoted = (seat: 1 | 2, emote: 'hello' | 'wow'): DraftEntry => ({
      type: 'emoted',
      data: { seat, emote },
    })
    const entries = log({}, emoted(1, 'hello'), emoted(2, 'hello'), emoted(1, 'wow'))
    expect(roomOf(entries).lastEmotes).toEqual([
      { emote: 'wow', n: 4, at: entries[3]!.at },
      { emote: 'hello', n: 3, at: entries[2]!.at },
    ])
  })
})

describe('an ignorable entry of an unknown type', () => {
  it('changes only the position in the log', () => {
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
  const fold = (name: string) => apply(emptyRoom(), example(name) as unknown as ToPage)

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
      lastEmotes: [null, { emote: 'hello' }],
    })
    expect(state.advice).toEqual([false, true])
  })

  it('with turns that were credited for outages', () => {
    const state = fold('a game on a clock; the store is away twice in a turn, and again before a takeback')
    // The tests of the hub and of cmd/play expect the same figures.
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

  it('of an invited AI, and of an absent opponent', () => {
    expect(fold('an AI is invited')).toMatchObject({
      phase: 'playing',
      players: [{}, { level: 'normal', colour: 'yellow' }],
    })
    expect(fold('the other player has left')).toMatchObject({
      phase: 'finished',
      end: { winner: 1, reason: 'left' },
    })
  })

  it('of an imported game', () => {
    expect(fold('a game that was played elsewhere')).toMatchObject({ imported: true, phase: 'finished' })
  })
})

describe('a seat that moves to another device', () => {
  const NAME = 'player 1 continues on another device; a second link is not used'
  const entries = (example(NAME) as unknown as { entries: Entry[] }).entries
  const [ANA_ID, PHONE] = [entries[0]!.by!, entries[2]!.by!]
  const seenBy = (me: string, n: number) => roomOf(entries.slice(0, n), me)

  it('is offered by its player, whose page knows the command and the expiry', () => {
    expect(seenBy(ANA_ID, 2).handover).toEqual({ cmd: 'c1', until: 1_763_700_610_000 })
    expect(seenBy(PHONE, 2).handover).toBeNull()
    expect(mySeat(seenBy(ANA_ID, 2))).toBe(1)
  })

  it('keeps name and ownership on the new device; the old device watches', () => {
    const onPhone = seenBy(PHONE, 3)
    expect(onPhone).toMatchObject({ owner: PHONE, seatMovedTo: 'here', seatMovedAt: 3, phase: 'playing' })
    expect(onPhone.players[0]).toEqual({ id: PHONE, name: 'Ana', colour: 'red' })
    expect(mySeat(onPhone)).toBe(1)
    const onOldDevice = seenBy(ANA_ID, 5)
    expect(onOldDevice).toMatchObject({ seatMovedTo: 'elsewhere', moves: ['4'] })
    expect(mySeat(onOldDevice)).toBeNull()
    expect(seenBy('somebody', 5)).toMatchObject({ seatMovedTo: null, seatMovedAt: 0, handover: null })
  })

  it('takes both seats along if one player holds both', () => {
    const both = {
      players: [
        { id: ZOE, colour: 'red' },
        { id: ZOE, colour: 'blue' },
      ] as [Player, Player],
    }
    const moved: DraftEntry = { type: 'seatmoved', by: PHONE, data: { seat: 1, player: PHONE } }
    const state = roomOf(log(both, moved), PHONE)
    expect(isPassAndPlay(state)).toBe(true)
    expect(mySeat(state)).toBe(1)
    expect(state.owner).toBe('ana')
  })
})

describe('a move of a busy AI', () => {
  it('is news until the next move', () => {
    const hurried: DraftEntry = { type: 'moved', data: { seat: 2, move: '4', ms: 500, hurried: true } }
    expect(played(moved(1), hurried).news).toEqual({ is: 'hurried', seat: 2 })
    expect(played(moved(1), hurried, moved(1)).news).toBe(null)
  })
})
