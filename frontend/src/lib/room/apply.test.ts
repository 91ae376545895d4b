import { describe, expect, it } from 'vitest'
import type { Entry } from '../protocol/entries'
import type { Command } from '../protocol/tohub'
import { decode, type ToPage, type Welcome } from '../protocol/topage'
import { example } from '../testing/protocol'
import { apply, type Message } from './apply'
import { unknownRoom, type RoomState } from './state'
import { freeSeat, mayMove, moveInFlight, mySeat, shownMoves, turn, turnToShow, waitsFor } from './view'

const read = (name: string) => decode(JSON.stringify(example(name))) as ToPage
const entriesOf = (name: string) => (read(name) as { entries: Entry[] }).entries
const GAME = entriesOf("a game between two people from its first entry to the next game's start")
const AI_GAME = entriesOf('a game against the AI, and a room that nobody joined')
const ANA = 'Vt3mQ0p8Yy6s1o2h4GqJ5A'
const ZOE = 'b9Kq2LrXw0aZt7uPnE4c1g'

const welcome = (from: number, n: number, player = ANA): Welcome => ({
  ...(read('a first visit') as Welcome),
  from,
  n,
  player,
})
const run = (messages: Message[], state = unknownRoom()) => messages.reduce(apply, state)
const upTo = (n: number, player = ANA) =>
  run([welcome(0, n, player), { t: 'entries', entries: GAME.slice(0, n) }])
const move = (id: string, n: number, column: string): Command => ({ t: 'move', id, n, move: column })

describe('the fold of the documented game', () => {
  it('waits after created, with the other seat free', () => {
    const state = upTo(1)
    expect(state).toMatchObject({ phase: 'waiting', game: 0, variant: 'connect4:7x6:4', n: 1 })
    expect(freeSeat(state)).toBe(2)
    expect(mySeat(state)).toBe(1)
    expect(mySeat(upTo(1, ZOE))).toBeNull()
    expect(turn(state)).toBeNull()
  })

  it('begins the first game when the seat is taken', () => {
    const state = upTo(2, ZOE)
    expect(state).toMatchObject({ phase: 'playing', game: 1, first: 1, moves: [] })
    expect(mySeat(state)).toBe(2)
    expect(freeSeat(state)).toBeNull()
    expect(turn(state)).toBe(1)
  })

  it('takes nicknames, and takes them away', () => {
    expect(upTo(3).players[1].name).toBe('Zoé')
    const gone = { ...GAME[2]!, n: 4, data: { seat: 2 } } as Entry
    expect(apply(upTo(3), { t: 'entries', entries: [gone] }).players[1].name).toBeUndefined()
  })

  it('alternates turns with moves', () => {
    expect(turn(upTo(4))).toBe(2)
    expect(mayMove(upTo(4))).toBe(false)
    expect(mayMove(upTo(5))).toBe(true)
    expect(mayMove(upTo(5, 'spectator'))).toBe(false)
    expect(shownMoves(upTo(5))).toEqual(['4', '3'])
  })

  it('ends with the winner, the cells and the score', () => {
    const state = upTo(10)
    expect(state).toMatchObject({ phase: 'finished', score: [1, 0], draws: 0 })
    expect(state.end).toEqual({ winner: 1, reason: 'line', cells: [3, 10, 17, 24] })
    expect(turn(state)).toBeNull()
  })

  it('notes the first wish for another game, and begins it with the second', () => {
    expect(upTo(11)).toMatchObject({ phase: 'finished', rematch: [false, true] })
    const state = upTo(12)
    expect(state).toMatchObject({ phase: 'playing', game: 2, first: 2, moves: [], end: null, score: [1, 0] })
    expect(state.rematch).toEqual([false, false])
    expect(turn(state)).toBe(2)
  })

  it('counts a resigned game for the other', () => {
    expect(upTo(13)).toMatchObject({
      phase: 'finished',
      score: [1, 1],
      end: { winner: 2, reason: 'resigned' },
    })
  })

  it('counts draws apart', () => {
    const draw = {
      ...GAME[3]!,
      data: { seat: 1, move: '4', ms: 1, end: { winner: 0, reason: 'draw' } },
    } as Entry
    const state = apply(upTo(3), { t: 'entries', entries: [draw] })
    expect(state).toMatchObject({ phase: 'finished', score: [0, 0], draws: 1 })
  })

  it('begins at once against an AI, and closes', () => {
    const state = run([welcome(0, 2), { t: 'entries', entries: AI_GAME.slice(0, 2) }])
    expect(state).toMatchObject({ phase: 'playing', game: 1, first: 2, moves: ['4'] })
    expect(mayMove(state)).toBe(true)
    const closed = apply(state, { t: 'entries', entries: AI_GAME.slice(2) })
    expect(closed).toMatchObject({ phase: 'closed', closed: 'abandoned' })
  })
})

describe('the order of entries', () => {
  it('is the same state entry by entry as all at once', () => {
    const single = GAME.reduce<RoomState>(
      (state, entry) => apply(state, { t: 'entries', entries: [entry] }),
      run([welcome(0, 13)]),
    )
    expect(single).toEqual(upTo(13))
  })

  it('passes over entries that it has seen', () => {
    const state = upTo(6)
    expect(apply(state, { t: 'entries', entries: GAME.slice(2, 6) })).toEqual(state)
    expect(apply(state, { t: 'entries', entries: GAME.slice(3, 8) }).n).toBe(8)
  })

  it('stands still before a gap', () => {
    const state = upTo(4)
    expect(apply(state, { t: 'entries', entries: GAME.slice(5) })).toEqual(state)
  })

  it('starts anew when the hub does, and keeps what is unanswered', () => {
    const command = move('m', 5, '4')
    const before = apply(upTo(5), { t: 'given', command })
    const state = apply(before, welcome(0, 3))
    expect(state).toMatchObject({ n: 0, digest: '', phase: 'loading', moves: [], known: 3, me: ANA })
    expect(state.pending.map((p) => p.command)).toEqual([command])
  })

  it('goes on when the hub goes on', () => {
    const before = upTo(5)
    expect(apply(before, welcome(5, 7))).toMatchObject({ n: 5, moves: before.moves, phase: 'playing' })
  })

  it('counts an entry of a kind that it does not know', () => {
    const later = { ...GAME[4]!, n: 5, type: 'danced', ignorable: true, data: {}, digest: 'd5' }
    const state = apply(upTo(4), { t: 'entries', entries: [later as unknown as Entry] })
    expect(state).toMatchObject({ n: 5, digest: 'd5', moves: ['4'] })
  })

  it('stops at an entry that it does not know and must not pass over', () => {
    const later = { ...GAME[4]!, n: 5, type: 'danced', data: {}, digest: 'd5' } as unknown as Entry
    expect(apply(upTo(4), { t: 'entries', entries: [later, GAME[5]!] })).toEqual(upTo(4))
  })

  it('lets only news fall', () => {
    expect(upTo(6)).toMatchObject({ settled: 3, moves: { length: 3 } })
    const live = apply(upTo(6), { t: 'entries', entries: GAME.slice(6, 7) })
    expect(live).toMatchObject({ settled: 3, moves: { length: 4 } })
  })
})

describe('a move in flight', () => {
  const given = apply(upTo(5), { t: 'given', command: move('c5', 5, '4') })

  it('is on the board at once, as pending, and ends the turn', () => {
    expect(moveInFlight(given)).toBe('4')
    expect(shownMoves(given)).toEqual(['4', '3', '4'])
    expect(mayMove(given)).toBe(false)
    expect([turn(given), turnToShow(given)]).toEqual([1, 2])
    expect(given.moves).toHaveLength(2)
  })

  it('becomes its entry, in place', () => {
    const state = apply(given, { t: 'entries', entries: [GAME[5]!] })
    expect(state.pending).toEqual([])
    expect([moveInFlight(state), shownMoves(state)]).toEqual([null, ['4', '3', '4']])
  })

  it('lies there from `ok` on only by its entry', () => {
    expect(apply(given, { t: 'ok', id: 'c5', n: 6 }).pending).toEqual([])
  })

  it('is taken back when refused, with the reason', () => {
    const state = apply(given, { t: 'refused', id: 'c5', code: 'column_full', text: '', retry: false, n: 5 })
    expect(moveInFlight(state)).toBeNull()
    expect(mayMove(state)).toBe(true)
    expect(state.refusal).toMatchObject({ code: 'column_full' })
    expect(apply(state, { t: 'read' }).refusal).toBeNull()
  })

  it('stays when it may be sent again, and says that the store is away', () => {
    const refused = { ...(read('the store is away') as ToPage & { t: 'refused' }), id: 'c5' }
    const state = apply(given, refused)
    expect(moveInFlight(state)).toBe('4')
    expect(state).toMatchObject({ refusal: null, store: false })
    expect(apply(state, { t: 'ok', id: 'c5', n: 6 }).store).toBe(true)
  })

  it('is not drawn on another position', () => {
    const other = { ...GAME[5]!, cmd: 'elsewhere' } as Entry
    expect(moveInFlight(apply(given, { t: 'entries', entries: [other] }))).toBeNull()
  })

  it('is not told of answers to what it did not ask', () => {
    const state = apply(given, { t: 'refused', id: 'x', code: 'stale', text: '', retry: false, n: 5 })
    expect(state).toEqual(given)
  })
})

describe('what is no entry', () => {
  it('follows presence, store and connection', () => {
    const state = run([read('both players and a spectator'), read('away'), { t: 'link', link: 'lost' }])
    expect(state).toMatchObject({ here: { seats: [true, true], spectators: 1 }, store: false, link: 'lost' })
    expect(apply(state, read('back')).store).toBe(true)
  })

  it('knows which wishes wait', () => {
    const state = apply(upTo(10), { t: 'given', command: { t: 'rematch', id: 'r', n: 10 } })
    expect(waitsFor(state, 'rematch')).toBe(true)
    expect(waitsFor(state, 'resign')).toBe(false)
  })

  it('never writes to the state that it is given', () => {
    const freeze = (state: RoomState): RoomState => Object.freeze(state)
    const all: Message[] = [welcome(0, 13), ...GAME.map((e) => ({ t: 'entries', entries: [e] }) as Message)]
    expect(() => all.reduce((state, message) => freeze(apply(state, message)), unknownRoom())).not.toThrow()
  })
})
