import { describe, expect, it } from 'vitest'
import type { Player } from '../protocol/entries'
import type { CommandBody } from '../protocol/commands'
import { isRecorded, mayAskForHint, mayEmote, mayOfferDraw, mayTakeBack, showsThoughts } from './actions'
import { apply } from './apply'
import type { RoomState } from './state'
import { ANA, log, roomOf, type DraftEntry, ZOE } from './testing'
import {
  adviceToShow,
  askedForRematch,
  offerByMe,
  offerFromOpponent,
  claimableFrom,
  concernedSeat,
  holdsSeat,
  isOwner,
  isPassAndPlay,
  isAIAgainstAI,
  isReplyOverdue,
  mayAskForRematch,
  mayMove,
  mySeat,
  opponentSeat,
  paceToShow,
  showsTally,
  turnToShow,
} from './view'

const moved = (seat: 1 | 2, move = '4'): DraftEntry => ({ type: 'moved', data: { seat, move, ms: 1000 } })
const givePending = (state: RoomState, body: CommandBody) =>
  apply(state, { t: 'command-given', command: { ...body, id: 'c', n: state.n } })
const resigned: DraftEntry = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }

const PASS_AND_PLAY: [Player, Player] = [
  { id: ANA, colour: 'red' },
  { id: ANA, name: 'Bob', colour: 'yellow' },
]
const AGAINST_AI: [Player, Player] = [
  { id: ANA, colour: 'red' },
  { level: 'easy', colour: 'yellow' },
]
const AI_AGAINST_AI: [Player, Player] = [
  { level: 'easy', colour: 'red' },
  { level: 'strong', colour: 'yellow' },
]

describe('pass and play', () => {
  const room = (...more: DraftEntry[]) => roomOf(log({ players: PASS_AND_PLAY }, ...more))

  it('acts for the seat to move', () => {
    expect(isPassAndPlay(room())).toBe(true)
    expect([holdsSeat(room(), 1), holdsSeat(room(), 2)]).toEqual([true, true])
    expect([mySeat(room()), mayMove(room())]).toEqual([1, true])
    expect([mySeat(room(moved(1))), mayMove(room(moved(1)))]).toEqual([2, true])
  })

  it('concerns no seat more than the other, unlike a game of two people', () => {
    expect(concernedSeat(room())).toBeNull()
    expect([ANA, ZOE, 'eve'].map((page) => concernedSeat(roomOf(log({}), page)))).toEqual([1, 2, null])
  })

  it('cannot move while a move is in flight', () => {
    const inFlight = givePending(room(), { t: 'move', move: '4' })
    expect([mayMove(inFlight), turnToShow(inFlight)]).toEqual([false, 2])
  })

  it('allows takebacks and draws, but no emotes and no claims', () => {
    expect(mayTakeBack(room())).toBe(false)
    expect(mayTakeBack(room(moved(1)))).toBe(true)
    const state = room(moved(1))
    expect([opponentSeat(state), mayEmote(state), claimableFrom(state)]).toEqual([null, false, null])
    expect(mayOfferDraw(state)).toBe(true)
  })

  it('can be watched by others', () => {
    expect(mySeat(roomOf(log({ players: PASS_AND_PLAY }), ZOE))).toBeNull()
    expect(mayMove(roomOf(log({ players: PASS_AND_PLAY }), ZOE))).toBe(false)
  })
})

describe('AI against AI', () => {
  const room = (me = ANA, ...more: DraftEntry[]) =>
    roomOf(log({ players: AI_AGAINST_AI, pace: 800 }, ...more), me)

  it('belongs to its owner', () => {
    expect(isAIAgainstAI(room())).toBe(true)
    expect([isOwner(room()), isOwner(room(ZOE))]).toEqual([true, false])
    expect(mySeat(room())).toBeNull()
    const over: DraftEntry = {
      ...moved(1),
      data: { seat: 1, move: '4', ms: 1, end: { winner: 1, reason: 'line' } },
    } as DraftEntry
    expect([mayAskForRematch(room(ANA, over)), mayAskForRematch(room(ZOE, over))]).toEqual([true, false])
  })

  it('shows the pace that was requested last', () => {
    expect(paceToShow(room())).toEqual({ ms: 800, paused: false })
    const asked = givePending(room(), { t: 'pace', ms: 100, paused: true })
    expect(paceToShow(asked)).toEqual({ ms: 100, paused: true })
    expect(paceToShow(roomOf(log({})))).toBeNull()
  })
})

describe('offers', () => {
  const offered = (seat: 1 | 2, offer: 'draw' | 'takeback'): DraftEntry => ({
    type: 'offered',
    data: { seat, offer },
  })

  it('wait for the opponent only', () => {
    const entries = log({}, moved(1), offered(1, 'draw'))
    expect([offerByMe(roomOf(entries)), offerFromOpponent(roomOf(entries))]).toEqual(['draw', null])
    expect([offerByMe(roomOf(entries, ZOE)), offerFromOpponent(roomOf(entries, ZOE))]).toEqual([null, 'draw'])
    expect([offerByMe(roomOf(entries, 'eve')), offerFromOpponent(roomOf(entries, 'eve'))]).toEqual([
      null,
      null,
    ])
    expect(mayOfferDraw(roomOf(entries, ZOE))).toBe(false)
  })

  it('show the takeback before the draw', () => {
    const entries = log({}, moved(1), offered(1, 'draw'), offered(1, 'takeback'))
    expect(offerFromOpponent(roomOf(entries, ZOE))).toBe('takeback')
  })

  it('of a takeback require a move of one’s own', () => {
    expect(mayTakeBack(roomOf(log({}, moved(1))))).toBe(true)
    expect(mayTakeBack(roomOf(log({}, moved(1)), ZOE))).toBe(false)
    expect(mayTakeBack(roomOf(log({}, moved(1), moved(2)), ZOE))).toBe(true)
    expect(mayTakeBack(roomOf(log({}, moved(1), offered(1, 'takeback'))))).toBe(false)
    expect(mayTakeBack(roomOf(log({}, moved(1), resigned)))).toBe(false)
  })

  it('to an AI are possible only for a takeback', () => {
    const state = roomOf(log({ players: AGAINST_AI }, moved(1), moved(2)))
    expect([mayTakeBack(state), mayOfferDraw(state), mayEmote(state)]).toEqual([true, false, false])
  })
})

describe('advice', () => {
  const advised: DraftEntry = { type: 'advised', by: 'ai', data: { seat: 1, move: '3' } }
  const entries = log({ advice: [true, false] }, advised)

  it('is shown to its player and to spectators, not to the opponent', () => {
    expect(adviceToShow(roomOf(entries))).toBe('3')
    expect(adviceToShow(roomOf(entries, 'eve'))).toBe('3')
    expect(adviceToShow(roomOf(entries, ZOE))).toBeNull()
    expect(adviceToShow(roomOf(log({ players: PASS_AND_PLAY }, advised)))).toBe('3')
  })

  it('disappears when a move is in flight', () => {
    expect(adviceToShow(givePending(roomOf(entries), { t: 'move', move: '4' }))).toBeNull()
  })

  it('of this device is for the player who awaits that of the hub, until it comes', () => {
    const before = log({ advice: [true, false] })
    const early = (state: RoomState, ply = 0) =>
      apply(state, { t: 'advised-early', game: 1, ply, move: '4' }).advised
    expect(early(roomOf(before))).toEqual({ seat: 1, move: '4', preliminary: true })
    expect(early(roomOf(before), 2), 'about another position').toBeNull()
    expect(early(roomOf(before, ZOE)), 'to the opponent').toBeNull()
    expect(early(roomOf(before, 'eve')), 'to a spectator').toBeNull()
    expect(early(roomOf(log({}))), 'in a game without hints').toBeNull()
    expect(early(roomOf(entries))?.move, 'after the hint of the hub').toBe('3')
    const shown = apply(roomOf(before), { t: 'advised-early', game: 1, ply: 0, move: '4' })
    expect(apply(shown, { t: 'entries', entries: entries.slice(1) }).advised).toEqual(advised.data)
  })
})

describe('against an AI', () => {
  const players = AGAINST_AI
  const hinted: DraftEntry = { type: 'hinted', data: { seat: 1 } }
  const won: DraftEntry = { type: 'resigned', data: { seat: 2, end: { winner: 1, reason: 'resigned' } } }

  it('a player may ask for one hint in each turn', () => {
    const hint = (...more: DraftEntry[]) => mayAskForHint(roomOf(log({ players }, ...more)))
    expect([hint(), hint(hinted), hint(moved(1))]).toEqual([true, false, false])
    expect(hint(hinted, moved(1), moved(2))).toBe(true)
    expect(mayAskForHint(givePending(roomOf(log({ players })), { t: 'hint' }))).toBe(false)
    expect(hint(resigned), 'after the game').toBeNull()
    expect(mayAskForHint(roomOf(log({ players, advice: [true, false] }))), 'with all hints').toBeNull()
    expect(mayAskForHint(roomOf(log({ players }), 'eve')), 'a spectator').toBeNull()
    expect(mayAskForHint(roomOf(log({}))), 'against a person').toBeNull()
    expect(mayAskForHint(roomOf(log({ players: PASS_AND_PLAY }))), 'on one device').toBeNull()
  })

  it('the thoughts are offered only where there are some to see', () => {
    const thoughts = (...more: DraftEntry[]) => showsThoughts(roomOf(log({ players }, ...more)))
    expect(thoughts(moved(1)), 'before the AI has moved').toBe(false)
    expect(thoughts(moved(1), moved(2)), 'during the game').toBe(false)
    expect(thoughts(hinted, moved(1), moved(2)), 'with a hint').toBe(true)
    expect(thoughts(moved(1), moved(2), resigned), 'after the game').toBe(true)
    expect(showsThoughts(roomOf(log({ players, thoughts: true }, moved(1), moved(2))))).toBe(true)
    expect(showsThoughts(roomOf(log({ players, imported: true }, moved(1), moved(2), resigned)))).toBe(false)
    expect(showsThoughts(roomOf(log({}, moved(1), moved(2), resigned))), 'between people').toBe(false)
  })

  it('the games are counted once the person has won', () => {
    const tally = (...more: DraftEntry[]) => showsTally(roomOf(log({ players }, ...more)))
    expect([tally(), tally(resigned), tally(won)]).toEqual([false, false, true])
    expect(showsTally(roomOf(log({ players }, resigned), 'eve')), 'to a spectator').toBe(true)
    expect(showsTally(roomOf(log({}, resigned))), 'against a person').toBe(true)
  })
})

describe('claims', () => {
  const withClaim = (claim: [number, number]) => ({
    ...roomOf(log({}, moved(1))),
    presence: { seats: [true, false] as [boolean, boolean], spectators: 0, invited: 0, claim },
  })

  it('are possible against the opponent, from the time that the hub says', () => {
    expect(claimableFrom(withClaim([0, 1_763_700_050_000]))).toBe(1_763_700_050_000)
    expect(claimableFrom(withClaim([5, 0]))).toBeNull()
    expect(claimableFrom({ ...withClaim([0, 5]), me: 'eve' })).toBeNull()
    expect(claimableFrom({ ...withClaim([0, 5]), phase: 'finished' })).toBeNull()
  })
})

describe('a replay', () => {
  it('needs a game that was not resigned at once', () => {
    const three = [moved(1), moved(2), moved(1)]
    const four = [...three, moved(2)]
    expect(isRecorded(roomOf(log({}, ...four)))).toBe(false)
    expect(isRecorded(roomOf(log({}, ...three, resigned)))).toBe(false)
    expect(isRecorded(roomOf(log({}, ...four, resigned)))).toBe(true)
    expect(isRecorded(roomOf(log({ imported: true }, ...four, resigned)))).toBe(false)
  })
})

describe('a rematch', () => {
  it('can be requested by players', () => {
    const over = roomOf(log({}, moved(1), resigned))
    expect([mayAskForRematch(over), askedForRematch(over)]).toEqual([true, false])
    expect(askedForRematch(givePending(over, { t: 'rematch' }))).toBe(true)
    expect(mayAskForRematch(roomOf(log({}, moved(1), resigned), 'eve'))).toBe(false)
  })

  it('is not possible after an imported game', () => {
    expect(mayAskForRematch(roomOf(log({ imported: true }, moved(1), resigned)))).toBe(false)
  })
})

describe('an AI’s reply', () => {
  it('is overdue after the level’s usual time', () => {
    const state = roomOf(log({ players: AGAINST_AI }, moved(1)))
    expect(isReplyOverdue(state, state.turnAt + 3000)).toBe(false)
    expect(isReplyOverdue(state, state.turnAt + 3001)).toBe(true)
    const strongest: [Player, Player] = [AGAINST_AI[0], { level: 'perfect', colour: 'yellow' }]
    const slow = roomOf(log({ players: strongest }, moved(1)))
    expect(isReplyOverdue(slow, slow.turnAt + 7000)).toBe(false)
    expect(isReplyOverdue(slow, slow.turnAt + 7001)).toBe(true)
  })

  it('is not overdue on a person’s turn', () => {
    const state = roomOf(log({ players: AGAINST_AI }, moved(1), moved(2)))
    expect(isReplyOverdue(state, state.turnAt + 60_000)).toBe(false)
  })
})
