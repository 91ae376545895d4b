import { describe, expect, it } from 'vitest'
import { apply } from '../room/apply'
import type { Player } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { ANA, log, roomOf, ZOE, type DraftEntry } from '../room/testing'
import { cuesBetween, isMyTurn, becameLow } from './cue'

const moved = (seat: 1 | 2, move: string, end?: object): DraftEntry =>
  ({ type: 'moved', data: { seat, move, ms: 900, ...(end && { end }) } }) as DraftEntry
const BEFORE_WIN: DraftEntry[] = [...'434343'].map((move, i) => moved(i % 2 === 0 ? 1 : 2, move))
const WINNING_MOVE = moved(1, '4', { winner: 1, reason: 'line', cells: [3, 10, 17, 24] })

/** The room before and after the last `newCount` entries. */
function change(entries: DraftEntry[], newCount = 1, me = ANA, created = {}): [RoomState, RoomState] {
  const all = log(created, ...entries)
  const before = roomOf(all.slice(0, all.length - newCount), me, all.length - newCount)
  return [before, apply(before, { t: 'entries', entries: all })]
}
const kinds = (pair: [RoomState, RoomState]) => cuesBetween(...pair).map((cue) => cue.kind)

describe('cues of moves', () => {
  it('the opponent’s move gives `drop` and `your-turn`', () => {
    expect(kinds(change([moved(1, '4')], 1, ZOE))).toEqual(['drop', 'your-turn'])
  })

  it('one’s own move gives `drop` at once, and its entry gives nothing', () => {
    const [before, after] = change([moved(1, '4')])
    const command = { t: 'move' as const, id: 'c1', n: 1, move: '4' }
    const flying = apply(before, { t: 'command-given', command })
    expect(kinds([before, flying])).toEqual(['drop'])
    expect(kinds([flying, { ...after, pending: [] }])).toEqual([])
  })

  it('a refused move gives nothing', () => {
    const [before] = change([moved(1, '4')])
    const flying = apply(before, { t: 'command-given', command: { t: 'move', id: 'c1', n: 1, move: '4' } })
    const refused = { t: 'refused' as const, id: 'c1', code: 'stale', text: '', retry: false, n: 1 }
    expect(kinds([flying, apply(flying, refused)])).toEqual([])
  })

  it('one’s own entry together with the reply gives one `drop` and `your-turn`', () => {
    const [before, after] = change([moved(1, '4'), moved(2, '4')], 2)
    const flying = apply(before, { t: 'command-given', command: { t: 'move', id: 'c1', n: 1, move: '4' } })
    expect(kinds([flying, { ...after, pending: [] }])).toEqual(['drop', 'your-turn'])
  })

  it('several missed moves give the cues of the last one only', () => {
    expect(kinds(change(BEFORE_WIN, 5))).toEqual(['drop', 'your-turn'])
  })

  it('the height of a drop is its row', () => {
    const at = (n: number) =>
      cuesBetween(...change([...'111111'].slice(0, n).map((c, i) => moved(i % 2 ? 2 : 1, c))))
    expect(at(1)[0]).toMatchObject({ kind: 'drop', height: 0 })
    expect(at(6)[0]).toMatchObject({ kind: 'drop', height: 1 })
    expect(at(3)[0]).toMatchObject({ kind: 'drop', height: 0.4 })
  })

  it('a drop to a lower row lands later', () => {
    const after = (n: number) => {
      const cue = cuesBetween(...change([...'111111'].slice(0, n).map((c, i) => moved(i % 2 ? 2 : 1, c))))[0]!
      return cue.kind === 'drop' ? cue.after : 0
    }
    expect(after(1)).toBeGreaterThan(after(3))
    expect(after(3)).toBeGreaterThan(after(6))
    expect(after(6)).toBeGreaterThan(0)
  })

  it('entries that existed when the page loaded give nothing', () => {
    const all = log({}, moved(1, '4'))
    const empty = roomOf([], ZOE, all.length)
    const half = apply(empty, { t: 'entries', entries: all.slice(0, 1) })
    expect(kinds([empty, half])).toEqual([])
    expect(kinds([half, apply(half, { t: 'entries', entries: all })])).toEqual([])
  })
})

describe('cues of ends', () => {
  it('are `win` for the winner and spectators, `loss` for the loser', () => {
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE], 1))).toEqual(['drop', 'win'])
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE], 1, ZOE))).toEqual(['drop', 'loss'])
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE], 1, 'eve'))).toEqual(['drop', 'win'])
  })

  it('come without a move too, and `draw` comes to both players', () => {
    const flagged: DraftEntry = { type: 'flagged', data: { seat: 1, end: { winner: 2, reason: 'time' } } }
    expect(kinds(change([flagged]))).toEqual(['loss'])
    const drawn: DraftEntry = { type: 'drawn', data: { seat: 2, end: { winner: 0, reason: 'agreed' } } }
    for (const me of [ANA, ZOE]) expect(kinds(change([drawn], 1, me))).toEqual(['draw'])
  })

  it('come only once', () => {
    const again: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2 } }
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE, again], 1))).toEqual([])
  })

  it('are followed by `your-turn` for the player who begins the next game', () => {
    const begin: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2, first: 2 } }
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE, begin], 1, ZOE))).toEqual(['your-turn'])
    expect(kinds(change([...BEFORE_WIN, WINNING_MOVE, begin], 1, ANA))).toEqual([])
  })
})

describe('both seats on one device', () => {
  const self = {
    players: [
      { id: ANA, colour: 'red' as const },
      { id: ANA, colour: 'yellow' as const },
    ],
  }

  it('gives no `your-turn`, and `win` for every won game', () => {
    expect(kinds(change([moved(1, '4')], 1, ANA, self))).toEqual(['drop'])
    const two = moved(2, '4', { winner: 2, reason: 'line', cells: [0] })
    expect(kinds(change([moved(1, '1'), two], 1, ANA, self))).toEqual(['drop', 'win'])
    expect(isMyTurn(change([moved(1, '4')], 1, ANA, self)[1])).toBe(false)
  })
})

describe('cues of the opponent', () => {
  it('an offer gives `offer` to the opponent', () => {
    const offered: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'draw' } }
    expect(kinds(change([moved(1, '4'), offered]))).toEqual(['offer'])
    expect(kinds(change([moved(1, '4'), offered], 1, ZOE))).toEqual([])
  })

  it('an offer gives its cue only once', () => {
    const offered: DraftEntry = { type: 'offered', data: { seat: 2, offer: 'draw' } }
    const hello: DraftEntry = { type: 'emoted', data: { seat: 2, emote: 'hello' } }
    expect(kinds(change([moved(1, '4'), offered, hello]))).toEqual(['emote'])
  })

  it('each emote gives `emote` to the opponent', () => {
    const hello: DraftEntry = { type: 'emoted', data: { seat: 2, emote: 'hello' } }
    expect(kinds(change([hello]))).toEqual(['emote'])
    expect(kinds(change([hello, hello]))).toEqual(['emote'])
    expect(kinds(change([hello], 1, ZOE))).toEqual([])
  })

  it('a takeback gives `your-turn`, but no `drop`', () => {
    const back: DraftEntry = { type: 'takenback', data: { seat: 1, ply: 0 } }
    expect(kinds(change([moved(1, '4'), back]))).toEqual(['your-turn'])
  })
})

describe('an opponent who arrives', () => {
  const joined: DraftEntry = { type: 'joined', data: { seat: 2, player: ZOE } }
  const waiting = { players: [{ id: ANA, colour: 'red' }, { colour: 'yellow' }] as [Player, Player] }

  it('gives `arrival` to the player who waited, and to nobody else', () => {
    expect(kinds(change([joined], 1, ANA, waiting))).toEqual(['arrival', 'your-turn'])
    expect(kinds(change([joined], 1, ZOE, waiting))).toEqual([])
    expect(kinds(change([joined], 1, 'eve', waiting))).toEqual([])
  })

  it('gives nothing if the page loaded later', () => {
    const all = log(waiting, joined)
    const half = roomOf(all.slice(0, 1), ANA, 2)
    expect(kinds([half, apply(half, { t: 'entries', entries: all })])).toEqual([])
  })
})

describe('little time', () => {
  const entries = [moved(1, '4'), moved(2, '4')]
  const [, state] = change(entries, 1, ANA, { clock: { move: 60_000 } })
  const at = (seconds: number) => state.turnAt + seconds * 1000

  it('is detected when it begins', () => {
    expect(becameLow(state, at(49), at(49.5))).toBe(false)
    expect(becameLow(state, at(49.9), at(50.2))).toBe(true)
    expect(becameLow(state, at(51), at(51.2))).toBe(false)
  })

  it('is detected only for the player to move', () => {
    expect(becameLow({ ...state, me: ZOE }, at(49.9), at(50.2))).toBe(false)
    expect(becameLow({ ...state, me: 'eve' }, at(49.9), at(50.2))).toBe(false)
    expect(becameLow({ ...state, clock: null }, at(49.9), at(50.2))).toBe(false)
  })

  it('is detected if it began between two checks that are far apart', () => {
    expect(becameLow(state, at(-100), at(59))).toBe(true)
  })
})
