import { describe, expect, it } from 'vitest'
import type { Entry } from '../protocol/entries'
import { decode, type ToPage, type Welcome } from '../protocol/messages'
import { example } from '../testing/protocol'
import { apply, type RoomMessage } from './apply'
import { emptyRoom, type RoomState } from './state'

const read = (name: string) => decode(JSON.stringify(example(name))) as ToPage
const WELCOME = read('a visit with snapshot=1, when a draw is offered') as Welcome
const DIGEST = WELCOME.snapshot!.digest
const GAME = (
  read('a game on a clock, with advice for player 2, offers, a takeback, emotes; the flag falls') as {
    entries: Entry[]
  }
).entries
const applyAll = (messages: RoomMessage[], state = emptyRoom()) => messages.reduce(apply, state)

/** The state without the parts that a snapshot does not contain, and without the turn, which the page derives. */
const asInSnapshot = (state: RoomState) => ({ ...state, news: null, lastEmotes: null, turn: undefined })

describe('a snapshot', () => {
  it('gives the state that the entries give', () => {
    const folded = applyAll([
      { ...WELCOME, from: 0 },
      { t: 'entries', entries: GAME.slice(0, 11) },
    ])
    const restored = apply(emptyRoom(), WELCOME)
    expect(asInSnapshot(restored)).toEqual(asInSnapshot({ ...folded, digest: DIGEST }))
    // The entries that follow are folded in the same way.
    const rest: RoomMessage = { t: 'entries', entries: GAME.slice(11) }
    expect(asInSnapshot(apply(restored, rest))).toEqual(
      asInSnapshot(apply({ ...folded, digest: DIGEST }, rest)),
    )
  })

  it('replaces a state with another digest, and keeps pending commands', () => {
    const command = { t: 'resign', id: 'c1', n: 11 } as const
    const other = applyAll([{ t: 'command-given', command }], {
      ...emptyRoom(),
      n: 11,
      digest: 'other',
      game: 7,
    })
    const state = apply(other, WELCOME)
    expect(state).toMatchObject({ n: 11, digest: DIGEST, game: 1, moves: ['4', '4', '5'], settled: 3 })
    expect(state.pending.map((p) => p.command.id)).toEqual(['c1'])
  })

  it('changes nothing if the page has folded its entry', () => {
    const before = {
      ...apply(emptyRoom(), WELCOME),
      lastEmotes: [{ emote: 'wow', n: 5, at: 1 }, null],
    } as RoomState
    expect(apply(before, WELCOME)).toMatchObject({ lastEmotes: before.lastEmotes, n: 11 })
  })

  it('is ignored if the hub sends the log from its first entry', () => {
    const state = apply(emptyRoom(), { ...WELCOME, from: 0 })
    expect(state).toMatchObject({ n: 0, phase: 'loading' })
  })
})
