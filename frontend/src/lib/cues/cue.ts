/**
 * What a change of a room is worth telling to ears and fingers. Pure: `cues` compares two states, and knows no sound.
 *
 * What was there when the page came is no news. A page that was cut off for a while hears the last thing only, not all
 * that it has missed.
 */
import { gameOf } from '../games'
import type { Seat } from '../protocol/entries'
import { isRunning, timeLeft, isUrgent } from '../room/clock'
import type { RoomState } from '../room/state'
import {
  offerFromOpponent,
  isPassAndPlay,
  moveInFlight,
  mySeat,
  opponent,
  movesToShow,
  turn,
} from '../room/view'

/** Cues that are always the same. */
export type PlainCue = 'win' | 'loss' | 'draw' | 'your-turn' | 'low-time' | 'offer' | 'emote'

export type Cue =
  /** a piece comes to rest; `height`: how high on the board, from 0, the lowest row, to 1 */
  { kind: 'drop'; height: number } | { kind: PlainCue }

export type CueKind = Cue['kind']

/** The seat whose turns and results concern this page's person; null for who watches, or plays both. */
export const concerned = (state: RoomState): Seat | null => (isPassAndPlay(state) ? null : mySeat(state))

/** Whether it is this page's person who is waited for. */
export const myTurn = (state: RoomState): boolean => {
  const seat = concerned(state)
  return seat !== null && turn(state) === seat && moveInFlight(state) === null
}

/** What is to be heard and felt of the change from one state to the other, in this order. */
export function cues(before: RoomState, after: RoomState): Cue[] {
  const arriving = after.n !== before.n && after.n <= after.knownUpTo
  if (before.phase === 'loading' || after.phase === 'loading' || arriving) return []
  const list: Cue[] = []
  if (dropped(before, after)) list.push({ kind: 'drop', height: height(after) })
  if (ended(before, after)) list.push({ kind: ending(after) })
  else if (called(before, after)) list.push({ kind: 'your-turn' })
  const asked = offerFromOpponent(after)
  if (asked !== null && asked !== offerFromOpponent(before)) list.push({ kind: 'offer' })
  if (spoken(before, after)) list.push({ kind: 'emote' })
  return list
}

const another = (before: RoomState, after: RoomState) => after.game !== before.game

/** Whether there is a move on the board that was not drawn before. A move in flight was, so its answer is silent. */
function dropped(before: RoomState, after: RoomState): boolean {
  return movesToShow(after).length > (another(before, after) ? 0 : movesToShow(before).length)
}

function height(state: RoomState): number {
  const view = gameOf(state.variant)
  const cell = view?.at(movesToShow(state), state.first).last?.cell
  if (!view || cell === undefined || view.rows < 2) return 0
  return Math.floor(cell / view.columns) / (view.rows - 1)
}

const ended = (before: RoomState, after: RoomState) =>
  after.phase === 'finished' && (another(before, after) || before.phase !== 'finished')

function ending(state: RoomState): PlainCue {
  const seat = concerned(state)
  if (state.end?.winner === 0) return 'draw'
  return seat === null || state.end?.winner === seat ? 'win' : 'loss'
}

/** Whether the turn has come to this page's person. One whose move was refused never lost it. */
function called(before: RoomState, after: RoomState): boolean {
  if (!myTurn(after)) return false
  if (another(before, after)) return true
  const back = before.moves.length === after.moves.length && turn(before) === turn(after)
  return !back && !myTurn(before)
}

function spoken(before: RoomState, after: RoomState): boolean {
  const them = opponent(after)
  if (them === null) return false
  const lastEmotes = after.lastEmotes[them - 1]
  return !!lastEmotes && lastEmotes.n !== before.lastEmotes[them - 1]?.n
}

/** Whether this page's person came to have little time between two moments, in hub time, of one turn. */
export function runsLow(state: RoomState, from: number, to: number): boolean {
  const seat = concerned(state)
  const { clock } = state
  if (clock === null || seat === null || !myTurn(state) || !isRunning(state, seat)) return false
  const low = (now: number) => isUrgent(clock, timeLeft(state, seat, now) ?? Infinity)
  return low(to) && !low(Math.max(from, state.turnAt))
}
