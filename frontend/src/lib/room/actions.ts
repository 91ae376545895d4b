/** Which actions the page offers below the board. Pure. */
import { turnAt, type Seat } from '../protocol/entries'
import type { RoomState } from './state'
import {
  awaitsAnswer,
  concernedSeat,
  isAIAgainstAI,
  isAISeat,
  playsOnDevice,
  isOwner,
  isPassAndPlay,
  isPlaying,
  mayMove,
  moveInFlight,
  mySeat,
  opponentSeat,
  holdsSeat,
  mayAskForRematch,
  SEATS,
} from './view'

/** Whether this page's player may ask to take a move back. */
export function mayTakeBack(state: RoomState): boolean {
  if (!isPlaying(state) || moveInFlight(state) !== null || state.offers.takeback !== null) return false
  const { first, given, moves } = state
  return moves.length > given + (isPassAndPlay(state) || turnAt(first, given) === mySeat(state) ? 0 : 1)
}

/** Whether this page's player may offer a draw. An AI never agrees; in pass and play the draw is agreed at once. */
export const mayOfferDraw = (state: RoomState): boolean =>
  isPlaying(state) && (isPassAndPlay(state) || opponentSeat(state) !== null) && state.offers.draw === null

/** Whether this page's player may send the opponent an emote. */
export const mayEmote = (state: RoomState): boolean =>
  (state.phase === 'playing' || state.phase === 'finished') && opponentSeat(state) !== null

/** Whether this page's player may decide about spectators. */
export const mayAdmit = (state: RoomState): boolean =>
  isOwner(state) &&
  !playsOnDevice(state) &&
  !state.imported &&
  state.phase !== 'loading' &&
  state.phase !== 'closed'

/** The seats whose turns this page's player may delegate to the AI, or take back. */
export const delegableSeats = (state: RoomState): Seat[] =>
  isPlaying(state) ? SEATS.filter((seat) => holdsSeat(state, seat)) : []

/** The seats of AIs whose level this page's player may change before the next game. */
export const levelSeats = (state: RoomState): Seat[] =>
  mayAskForRematch(state) ? SEATS.filter((seat) => isAISeat(state, seat)) : []

/** Whether the current game has a move of the AI whose thoughts the page may see, as room.State.ShowsThoughts. */
export const showsThoughts = (state: RoomState): boolean =>
  !state.imported &&
  state.moves.some((_, i) => {
    const seat = turnAt(state.first, i)
    return i >= state.given && (isAISeat(state, seat) || state.delegated[seat - 1] !== '')
  }) &&
  (state.phase !== 'playing' ||
    state.thoughts ||
    isAIAgainstAI(state) ||
    SEATS.some((seat) => state.helped[seat - 1] && holdsSeat(state, seat)))

/** Whether this page's player may ask the AI, its opponent, for hints: null, or whether it may ask for one now. */
export function mayAskForHint(state: RoomState): boolean | null {
  const me = concernedSeat(state)
  if (!isPlaying(state) || me === null || opponentSeat(state) !== null || state.advice[me - 1]) return null
  return mayMove(state) && !state.hinted && !awaitsAnswer(state, 'hint')
}

/** The hub keeps a resigned game only if it has at least this many moves after those that were given. */
const MIN_RESIGNED_MOVES = 4

/** Whether the hub, or this device, has a record of the game that has just ended, which can be replayed. */
export const isRecorded = (state: RoomState): boolean =>
  state.phase === 'finished' &&
  !state.imported &&
  (state.end?.reason !== 'resigned' || state.moves.length - state.given >= MIN_RESIGNED_MOVES)
