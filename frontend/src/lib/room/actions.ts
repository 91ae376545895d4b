/** Which actions the page offers below the board. Pure. */
import type { Seat } from '../protocol/entries'
import type { RoomState } from './state'
import {
  isAISeat,
  playsOnDevice,
  isOwner,
  isPassAndPlay,
  isPlaying,
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
  if (isPassAndPlay(state)) return state.moves.length > 0
  return state.moves.length > (state.first === mySeat(state) ? 0 : 1)
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

/** Whether the current game may have moves that the AI has chosen. */
export const hasThoughts = ({ players, delegated, moves }: RoomState): boolean =>
  moves.length > 0 && (players.some(({ level }) => level) || delegated.some(Boolean))

/** Whether the hub shows this page's player the thoughts of the AI in the current game, as room.State.ShowsThoughts. */
export const showsThoughts = (state: RoomState): boolean =>
  state.phase !== 'playing' ||
  state.thoughts ||
  state.players.every(({ level }) => level) ||
  SEATS.some((seat) => state.advice[seat - 1] && holdsSeat(state, seat))

/** The hub keeps a resigned game only if it has at least this many moves. */
const MIN_RESIGNED_MOVES = 4

/** Whether the hub, or this device, has a record of the game that has just ended, which can be replayed. */
export const isRecorded = (state: RoomState): boolean =>
  state.phase === 'finished' &&
  !state.imported &&
  (state.end?.reason !== 'resigned' || state.moves.length >= MIN_RESIGNED_MOVES)
