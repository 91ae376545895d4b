import { describe, expect, it } from 'vitest'
import type { Entry } from '../protocol/entries'
import type { Command } from '../protocol/commands'
import { decode, type ToPage, type Welcome } from '../protocol/messages'
import { example } from '../testing/protocol'
import { apply, type RoomMessage } from './apply'
import { emptyRoom, type RoomState } from './state'
import { freeSeat, mayMove, moveInFlight, mySeat, movesToShow, turn, turnToShow, awaitsAnswer } from './view'

const readExample = (name: string) => decode(JSON.stringify(example(name))) as ToPage
const entriesOf = (name: string) => (readExample(name) as { entries: Entry[] }).entries
const GAME = entriesOf("a game between two people from its first entry to the next game's start")
const AI_GAME = entriesOf('a game against the AI, and a room that nobody joined')
const ANA = 'Vt3mQ0p8Yy6s1o2h4GqJ5A'
const ZOE = 'b9Kq2LrXw0aZt7uPnE4c1g'

const welcome = (from: number, n: number, player = ANA): Welcome => ({
  ...(readExample('a first visit') as Welcome),
  from,
  n,
  player,
})
const applyAll = (messages: RoomMessage[], state = emptyRoom()) => messages.reduce(apply, state)
const afterEntries = (n: number, player = ANA) =>
  applyAll([welcome(0, n, player), { t: 'entries', entries: GAME.slice(0, n) }])
const move = (id: string, n: number, column: string): Command => ({ t: 'move', id, n, move: column })

describe('folding the documented game', () => {
  it('is waiting after `created`, with seat 2 free', () => {
    const state = afterEntries(1)
    expect(state).toMatchObject({ phase: 'waiting', game: 0, variant: 'connect4:7x6:4', n: 1 })
    expect(freeSeat(state)).toBe(2)
    expect(mySeat(state)).toBe(1)
    expect(mySeat(afterEntries(1, ZOE))).toBeNull()
    expect(turn(state)).toBeNull()
  })

  it('begins the first game when the seat is taken', () => {
    const state = afterEntries(2, ZOE)
    expect(state).toMatchObject({ phase: 'playing', game: 1, first: 1, moves: [] })
    expect(mySeat(state)).toBe(2)
    expect(freeSeat(state)).toBeNull()
    expect(turn(state)).toBe(1)
  })

  it('sets and removes nicknames', () => {
    expect(afterEntries(3).players[1].name).toBe('Zoé')
    const gone = { ...GAME[2]!, n: 4, data: { seat: 2 } } as Entry
    expect(apply(afterEntries(3), { t: 'entries', entries: [gone] }).players[1].name).toBeUndefined()
  })

  it('alternates turns', () => {
    expect(turn(afterEntries(4))).toBe(2)
    expect(mayMove(afterEntries(4))).toBe(false)
    expect(mayMove(afterEntries(5))).toBe(true)
    expect(mayMove(afterEntries(5, 'spectator'))).toBe(false)
    expect(movesToShow(afterEntries(5))).toEqual(['4', '3'])
  })

  it('ends with the winner, the cells and the score', () => {
    const state = afterEntries(10)
    expect(state).toMatchObject({ phase: 'finished', score: [1, 0], draws: 0 })
    expect(state.end).toEqual({ winner: 1, reason: 'line', cells: [3, 10, 17, 24] })
    expect(turn(state)).toBeNull()
  })

  it('records the first rematch request, and begins the game with the second', () => {
    expect(afterEntries(11)).toMatchObject({ phase: 'finished', rematch: [false, true] })
    const state = afterEntries(12)
    expect(state).toMatchObject({ phase: 'playing', game: 2, first: 2, moves: [], end: null, score: [1, 0] })
    expect(state.rematch).toEqual([false, false])
    expect(turn(state)).toBe(2)
  })

  it('counts a resigned game for the opponent', () => {
    expect(afterEntries(13)).toMatchObject({
      phase: 'finished',
      score: [1, 1],
      end: { winner: 2, reason: 'resigned' },
    })
  })

  it('counts draws separately', () => {
    const draw = {
      ...GAME[3]!,
      data: { seat: 1, move: '4', ms: 1, end: { winner: 0, reason: 'draw' } },
    } as Entry
    const state = apply(afterEntries(3), { t: 'entries', entries: [draw] })
    expect(state).toMatchObject({ phase: 'finished', score: [0, 0], draws: 1 })
  })

  it('begins at once against an AI, and can be closed', () => {
    const state = applyAll([welcome(0, 2), { t: 'entries', entries: AI_GAME.slice(0, 2) }])
    expect(state).toMatchObject({ phase: 'playing', game: 1, first: 2, moves: ['4'] })
    expect(mayMove(state)).toBe(true)
    const closed = apply(state, { t: 'entries', entries: AI_GAME.slice(2) })
    expect(closed).toMatchObject({ phase: 'closed', closed: 'abandoned' })
  })
})

describe('order of entries', () => {
  it('gives the same state entry by entry as all at once', () => {
    const single = GAME.reduce<RoomState>(
      (state, entry) => apply(state, { t: 'entries', entries: [entry] }),
      applyAll([welcome(0, 13)]),
    )
    expect(single).toEqual(afterEntries(13))
  })

  it('skips entries that it has folded before', () => {
    const state = afterEntries(6)
    expect(apply(state, { t: 'entries', entries: GAME.slice(2, 6) })).toEqual(state)
    expect(apply(state, { t: 'entries', entries: GAME.slice(3, 8) }).n).toBe(8)
  })

  it('does not fold entries after a gap', () => {
    const state = afterEntries(4)
    expect(apply(state, { t: 'entries', entries: GAME.slice(5) })).toEqual(state)
  })

  it('resyncs if the welcome starts at 0, and keeps pending commands', () => {
    const command = move('m', 5, '4')
    const before = apply(afterEntries(5), { t: 'command-given', command })
    const state = apply(before, welcome(0, 3))
    expect(state).toMatchObject({ n: 0, digest: '', phase: 'loading', moves: [], knownUpTo: 3, me: ANA })
    expect(state.pending.map((p) => p.command)).toEqual([command])
  })

  it('keeps its state if the welcome continues it', () => {
    const before = afterEntries(5)
    expect(apply(before, welcome(5, 7))).toMatchObject({ n: 5, moves: before.moves, phase: 'playing' })
  })

  it('counts an ignorable entry of an unknown type', () => {
    const later = { ...GAME[4]!, n: 5, type: 'danced', ignorable: true, data: {}, digest: 'd5' }
    const state = apply(afterEntries(4), { t: 'entries', entries: [later as unknown as Entry] })
    expect(state).toMatchObject({ n: 5, digest: 'd5', moves: ['4'] })
  })

  it('stops at an unknown entry that is not ignorable', () => {
    const later = { ...GAME[4]!, n: 5, type: 'danced', data: {}, digest: 'd5' } as unknown as Entry
    expect(apply(afterEntries(4), { t: 'entries', entries: [later, GAME[5]!] })).toEqual(afterEntries(4))
  })

  it('marks only the moves that the page found when it loaded as settled', () => {
    expect(afterEntries(6)).toMatchObject({ settled: 3, moves: { length: 3 } })
    const live = apply(afterEntries(6), { t: 'entries', entries: GAME.slice(6, 7) })
    expect(live).toMatchObject({ settled: 3, moves: { length: 4 } })
  })
})

describe('a move in flight', () => {
  const given = apply(afterEntries(5), { t: 'command-given', command: move('c5', 5, '4') })

  it('is shown at once and ends the turn', () => {
    expect(moveInFlight(given)).toBe('4')
    expect(movesToShow(given)).toEqual(['4', '3', '4'])
    expect(mayMove(given)).toBe(false)
    expect([turn(given), turnToShow(given)]).toEqual([1, 2])
    expect(given.moves).toHaveLength(2)
  })

  it('is replaced by its entry', () => {
    const state = apply(given, { t: 'entries', entries: [GAME[5]!] })
    expect(state.pending).toEqual([])
    expect([moveInFlight(state), movesToShow(state)]).toEqual([null, ['4', '3', '4']])
  })

  it('is no longer pending after `ok`', () => {
    expect(apply(given, { t: 'ok', id: 'c5', n: 6 }).pending).toEqual([])
  })

  it('is removed when refused, with the reason', () => {
    const state = apply(given, { t: 'refused', id: 'c5', code: 'column_full', text: '', retry: false, n: 5 })
    expect(moveInFlight(state)).toBeNull()
    expect(mayMove(state)).toBe(true)
    expect(state.refusal).toMatchObject({ code: 'column_full' })
    expect(apply(state, { t: 'refusal', refusal: null }).refusal).toBeNull()
  })

  it('stays pending after a refusal with `retry`, which marks the store as away', () => {
    const refused = { ...(readExample('the store is away') as ToPage & { t: 'refused' }), id: 'c5' }
    const state = apply(given, refused)
    expect(moveInFlight(state)).toBe('4')
    expect(state).toMatchObject({ refusal: null, store: false })
    expect(apply(state, { t: 'ok', id: 'c5', n: 6 }).store).toBe(true)
  })

  it('is not shown in another position', () => {
    const other = { ...GAME[5]!, cmd: 'elsewhere' } as Entry
    expect(moveInFlight(apply(given, { t: 'entries', entries: [other] }))).toBeNull()
  })

  it('ignores answers to other commands', () => {
    const state = apply(given, { t: 'refused', id: 'x', code: 'stale', text: '', retry: false, n: 5 })
    expect(state).toEqual(given)
  })
})

describe('messages that are not entries', () => {
  it('update presence, store and connection', () => {
    const state = applyAll([
      readExample('both players and a spectator'),
      readExample('away'),
      { t: 'link', link: 'lost' },
    ])
    expect(state).toMatchObject({
      presence: { seats: [true, true], spectators: 1, invited: 0 },
      store: false,
      link: 'lost',
    })
    expect(apply(state, readExample('back')).store).toBe(true)
  })

  it('mark commands as pending', () => {
    const state = apply(afterEntries(10), { t: 'command-given', command: { t: 'rematch', id: 'r', n: 10 } })
    expect(awaitsAnswer(state, 'rematch')).toBe(true)
    expect(awaitsAnswer(state, 'resign')).toBe(false)
  })

  it('never change the state that apply is given', () => {
    const freeze = (state: RoomState): RoomState => Object.freeze(state)
    const all: RoomMessage[] = [
      welcome(0, 13),
      ...GAME.map((e) => ({ t: 'entries', entries: [e] }) as RoomMessage),
    ]
    expect(() => all.reduce((state, message) => freeze(apply(state, message)), emptyRoom())).not.toThrow()
  })
})
