/**
 * Which cues (sounds and vibrations) a change of a room gives. Pure: `cuesBetween` compares two states.
 *
 * Entries that the page found when it loaded give no cues. Of the changes that a page missed during a lost connection,
 * only the last one gives cues.
 */
import { fallMs, IMPACT } from '../board/board'
import { gameOf } from '../games'
import { otherSeat, type Seat } from '../protocol/entries'
import { isRunning, timeLeft, isUrgent } from '../room/clock'
import type { RoomState } from '../room/state'
import {
  concernedSeat,
  offerFromOpponent,
  moveInFlight,
  mySeat,
  opponentSeat,
  movesToShow,
  turn,
} from '../room/view'

/** Cues without parameters. */
export type PlainCue = 'win' | 'loss' | 'draw' | 'your-turn' | 'low-time' | 'offer' | 'emote' | 'arrival'

export type Cue =
  /** a piece lands; `height`: from 0, the lowest row, to 1, the highest; `after`: in milliseconds from now */
  { kind: 'drop'; height: number; after: number } | { kind: PlainCue }

export type CueKind = Cue['kind']

/** Whether this page's player is to move. */
export const isMyTurn = (state: RoomState): boolean => {
  const seat = concernedSeat(state)
  return seat !== null && turn(state) === seat && moveInFlight(state) === null && !state.delegated[seat - 1]
}

/**
 * The seat of a player who has sat down between two states, as the opponent of this page's player or as that player. Null:
 * nobody has.
 */
export function arrivedSeat(before: RoomState, after: RoomState): Seat | null {
  const me = concernedSeat(after)
  const began = after.phase === 'playing' && before.game !== after.game && after.n > after.knownUpTo
  if (me === null || !began || (after.players.some(({ level }) => level) && mySeat(before) === me))
    return null
  if (before.phase === 'waiting') return mySeat(before) === null ? null : otherSeat(me)
  return (
    [me, otherSeat(me)].find((seat) => before.players[seat - 1]!.id !== after.players[seat - 1]!.id) ?? null
  )
}

/** The cues of the change from one state to another, in order. */
export function cuesBetween(before: RoomState, after: RoomState): Cue[] {
  const arriving = after.n !== before.n && after.n <= after.knownUpTo
  if (before.phase === 'loading' || after.phase === 'loading' || arriving) return []
  const list: Cue[] = []
  if (arrivedSeat(before, after) !== null) list.push({ kind: 'arrival' })
  if (hasNewPiece(before, after)) list.push({ kind: 'drop', ...landingOf(after) })
  if (hasEnded(before, after)) list.push({ kind: endCue(after) })
  else if (becameMyTurn(before, after)) list.push({ kind: 'your-turn' })
  const offer = offerFromOpponent(after)
  if (offer !== null && offer !== offerFromOpponent(before)) list.push({ kind: 'offer' })
  if (hasNewEmote(before, after)) list.push({ kind: 'emote' })
  return list
}

const isOtherGame = (before: RoomState, after: RoomState) => after.game !== before.game

/** Whether the board shows a new move. A move in flight was already shown, so its entry gives no cue. */
function hasNewPiece(before: RoomState, after: RoomState): boolean {
  return movesToShow(after).length > (isOtherGame(before, after) ? 0 : movesToShow(before).length)
}

/** How long a piece on a tray takes to its place, in milliseconds. */
const PLACING = 100

/** Where the last piece lands, and when. */
function landingOf(state: RoomState): { height: number; after: number } {
  const view = gameOf(state.variant)
  const cell = view?.at(movesToShow(state), state.first).last?.cell
  if (!view || cell === undefined || view.rows < 2) return { height: 0, after: 0 }
  const row = Math.floor(cell / view.columns)
  return {
    height: row / (view.rows - 1),
    // A disc starts in the lane, a little above the board.
    after: view.look === 'plate' ? IMPACT * fallMs(view.rows - row + 0.2) : PLACING,
  }
}

const hasEnded = (before: RoomState, after: RoomState) =>
  after.phase === 'finished' && (isOtherGame(before, after) || before.phase !== 'finished')

function endCue(state: RoomState): PlainCue {
  const seat = concernedSeat(state)
  if (state.end?.winner === 0) return 'draw'
  return seat === null || state.end?.winner === seat ? 'win' : 'loss'
}

/** Whether the turn has passed to this page's player. A refused move does not count: the player kept the turn. */
function becameMyTurn(before: RoomState, after: RoomState): boolean {
  if (!isMyTurn(after)) return false
  if (isOtherGame(before, after)) return true
  const sameTurn = before.moves.length === after.moves.length && turn(before) === turn(after)
  return !sameTurn && !isMyTurn(before)
}

function hasNewEmote(before: RoomState, after: RoomState): boolean {
  const them = opponentSeat(after)
  if (them === null) return false
  const lastEmote = after.lastEmotes[them - 1]
  return !!lastEmote && lastEmote.n !== before.lastEmotes[them - 1]?.n
}

/** Whether the time of this page's player became low between two moments of a turn, in hub time. */
export function becameLow(state: RoomState, from: number, to: number): boolean {
  const seat = concernedSeat(state)
  const { clock } = state
  if (clock === null || seat === null || !isMyTurn(state) || !isRunning(state, seat)) return false
  const low = (now: number) => isUrgent(clock, timeLeft(state, seat, now) ?? Infinity)
  return low(to) && !low(Math.max(from, state.turnAt))
}
