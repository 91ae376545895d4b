import { describe, expect, it } from 'vitest'
import { apply } from '../room/apply'
import type { RoomState } from '../room/state'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { cues, myTurn, runsLow } from './cue'

const moved = (seat: 1 | 2, move: string, end?: object): DraftEntry =>
  ({ type: 'moved', data: { seat, move, ms: 900, ...(end && { end }) } }) as DraftEntry
const WON: DraftEntry[] = [...'434343'].map((move, i) => moved(i % 2 === 0 ? 1 : 2, move))
const WINS = moved(1, '4', { winner: 1, reason: 'line', cells: [3, 10, 17, 24] })

/** The room after all entries but the last `news`, and after all of them. */
function change(entries: DraftEntry[], news = 1, me = ANA, created = {}): [RoomState, RoomState] {
  const all = log(created, ...entries)
  const before = roomOf(all.slice(0, all.length - news), me, all.length - news)
  return [before, apply(before, { t: 'entries', entries: all })]
}
const kinds = (pair: [RoomState, RoomState]) => cues(...pair).map((cue) => cue.kind)

describe('cues of moves', () => {
  it('the other’s move drops, and calls', () => {
    expect(kinds(change([moved(1, '4')], 1, ZOE))).toEqual(['drop', 'your-turn'])
  })

  it('one’s own move drops at once, and its answer is silent', () => {
    const [before, after] = change([moved(1, '4')])
    const command = { t: 'move' as const, id: 'c1', n: 1, move: '4' }
    const flying = apply(before, { t: 'command-given', command })
    expect(kinds([before, flying])).toEqual(['drop'])
    expect(kinds([flying, { ...after, pending: [] }])).toEqual([])
  })

  it('a refused move says nothing, and does not call again', () => {
    const [before] = change([moved(1, '4')])
    const flying = apply(before, { t: 'command-given', command: { t: 'move', id: 'c1', n: 1, move: '4' } })
    const refused = { t: 'refused' as const, id: 'c1', code: 'stale', text: '', retry: false, n: 1 }
    expect(kinds([flying, apply(flying, refused)])).toEqual([])
  })

  it('an answer and the other’s reply at once are one drop, and a call', () => {
    const [before, after] = change([moved(1, '4'), moved(2, '4')], 2)
    const flying = apply(before, { t: 'command-given', command: { t: 'move', id: 'c1', n: 1, move: '4' } })
    expect(kinds([flying, { ...after, pending: [] }])).toEqual(['drop', 'your-turn'])
  })

  it('what was missed is told once', () => {
    expect(kinds(change(WON, 5))).toEqual(['drop', 'your-turn'])
  })

  it('drops higher on the board higher', () => {
    const at = (n: number) =>
      cues(...change([...'111111'].slice(0, n).map((c, i) => moved(i % 2 ? 2 : 1, c))))
    expect(at(1)[0]).toEqual({ kind: 'drop', height: 0 })
    expect(at(6)[0]).toEqual({ kind: 'drop', height: 1 })
    expect(at(3)[0]).toEqual({ kind: 'drop', height: 0.4 })
  })

  it('a page that has just come hears nothing of what was there', () => {
    const all = log({}, moved(1, '4'))
    const empty = roomOf([], ZOE, all.length)
    const half = apply(empty, { t: 'entries', entries: all.slice(0, 1) })
    expect(kinds([empty, half])).toEqual([])
    expect(kinds([half, apply(half, { t: 'entries', entries: all })])).toEqual([])
  })
})

describe('cues of ends', () => {
  it('are a win for one, a loss for the other, and a win to who watches', () => {
    expect(kinds(change([...WON, WINS], 1))).toEqual(['drop', 'win'])
    expect(kinds(change([...WON, WINS], 1, ZOE))).toEqual(['drop', 'loss'])
    expect(kinds(change([...WON, WINS], 1, 'eve'))).toEqual(['drop', 'win'])
  })

  it('are told without a move, and a draw is one to both', () => {
    const flagged: DraftEntry = { type: 'flagged', data: { seat: 1, end: { winner: 2, reason: 'time' } } }
    expect(kinds(change([flagged]))).toEqual(['loss'])
    const drawn: DraftEntry = { type: 'drawn', data: { seat: 2, end: { winner: 0, reason: 'agreed' } } }
    for (const me of [ANA, ZOE]) expect(kinds(change([drawn], 1, me))).toEqual(['draw'])
  })

  it('come once', () => {
    const again: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2 } }
    expect(kinds(change([...WON, WINS, again], 1))).toEqual([])
  })

  it('and the next game calls who begins it', () => {
    const begin: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2, first: 2 } }
    expect(kinds(change([...WON, WINS, begin], 1, ZOE))).toEqual(['your-turn'])
    expect(kinds(change([...WON, WINS, begin], 1, ANA))).toEqual([])
  })
})

describe('both seats on one device', () => {
  const self = {
    players: [
      { id: ANA, colour: 'red' as const },
      { id: ANA, colour: 'yellow' as const },
    ],
  }

  it('nobody in particular is called, and every win is one', () => {
    expect(kinds(change([moved(1, '4')], 1, ANA, self))).toEqual(['drop'])
    const two = moved(2, '4', { winner: 2, reason: 'line', cells: [0] })
    expect(kinds(change([moved(1, '1'), two], 1, ANA, self))).toEqual(['drop', 'win'])
    expect(myTurn(change([moved(1, '4')], 1, ANA, self)[1])).toBe(false)
  })
})

describe('cues of the other', () => {
  it('an offer is told to who is asked', () => {
    const offered: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'draw' } }
    expect(kinds(change([moved(1, '4'), offered]))).toEqual(['offer'])
    expect(kinds(change([moved(1, '4'), offered], 1, ZOE))).toEqual([])
  })

  it('and once, as long as it stands', () => {
    const offered: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'draw' } }
    const hello: DraftEntry = { type: 'emoted', data: { seat: 2, emote: 'hello' } }
    expect(kinds(change([moved(1, '4'), offered, hello]))).toEqual(['emote'])
  })

  it('an emote is heard by the other, each one', () => {
    const hello: DraftEntry = { type: 'emoted', data: { seat: 2, emote: 'hello' } }
    expect(kinds(change([hello]))).toEqual(['emote'])
    expect(kinds(change([hello, hello]))).toEqual(['emote'])
    expect(kinds(change([hello], 1, ZOE))).toEqual([])
  })

  it('a takeback gives the turn back, and drops nothing', () => {
    const back: DraftEntry = { type: 'takenback', data: { seat: 1, ply: 0 } }
    expect(kinds(change([moved(1, '4'), back]))).toEqual(['your-turn'])
  })
})

describe('little time', () => {
  const entries = [moved(1, '4'), moved(2, '4')]
  const [, state] = change(entries, 1, ANA, { clock: { move: 60_000 } })
  const at = (seconds: number) => state.turnAt + seconds * 1000

  it('is told when it begins', () => {
    expect(runsLow(state, at(49), at(49.5))).toBe(false)
    expect(runsLow(state, at(49.9), at(50.2))).toBe(true)
    expect(runsLow(state, at(51), at(51.2))).toBe(false)
  })

  it('is told to whose turn it is', () => {
    expect(runsLow({ ...state, me: ZOE }, at(49.9), at(50.2))).toBe(false)
    expect(runsLow({ ...state, me: 'eve' }, at(49.9), at(50.2))).toBe(false)
    expect(runsLow({ ...state, clock: null }, at(49.9), at(50.2))).toBe(false)
  })

  it('is told also if it began while nobody looked, but not again from a turn before', () => {
    expect(runsLow(state, at(-100), at(59))).toBe(true)
  })
})
