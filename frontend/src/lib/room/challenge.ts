/** Who plays the room's next game: challengers, who wait for it, and players who have left. Pure. */
import { otherSeat, type Challenger, type Seat } from '../protocol/entries'
import type { RoomState } from './state'
import {
  awaitsAnswer,
  concernedSeat,
  isAIAgainstAI,
  isPassAndPlay,
  mySeat,
  opponentSeat,
  playsOnDevice,
  SEATS,
} from './view'

/** How many people may wait in a room. */
const MAX_CHALLENGERS = 8

/** How many challengers are before this page's player; -1: the player does not wait. */
export const myPlace = ({ challengers, me }: RoomState): number =>
  challengers.findIndex(({ id }) => id === me)

/** Whether this page's player may wait for the next game. Somebody who has come only to watch is nobody: see Room. */
export const mayChallenge = (state: RoomState): boolean =>
  state.me !== '' &&
  mySeat(state) === null &&
  (state.phase === 'playing' || state.phase === 'finished') &&
  !(state.imported || playsOnDevice(state) || isPassAndPlay(state) || isAIAgainstAI(state)) &&
  state.challengers.length < MAX_CHALLENGERS &&
  myPlace(state) < 0

/** The challenger for whom no seat is meant yet; null: nobody. */
export function nextChallenger({ phase, challengers, yields }: RoomState): Challenger | null {
  return phase === 'finished' ? (challengers[yields.filter(Boolean).length] ?? null) : null
}

/** The seat that this page's player may give to the next challenger. */
export function yieldableSeat(state: RoomState): Seat | null {
  const seat = concernedSeat(state)
  const free = nextChallenger(state) !== null && !awaitsAnswer(state, 'yield')
  return seat !== null && free && !state.yields[seat - 1] ? seat : null
}

/** The seat that the next challenger may get because its player has left, in hub time `now`. Null: none. */
export function abandonedSeat(state: RoomState, now: number): Seat | null {
  const me = concernedSeat(state)
  if ((me === null && myPlace(state) !== 0) || nextChallenger(state) === null) return null
  const left = SEATS.find((seat) => {
    const from = state.presence.claim[seat - 1]!
    return (me === null || seat === otherSeat(me)) && from > 0 && now >= from
  })
  return left ?? null
}

/** The seat of the person for whom this page's player waits to play again, and who has left; null: nobody. */
export function awaitedSeat(state: RoomState): Seat | null {
  const [me, them] = [concernedSeat(state), opponentSeat(state)]
  if (me === null || them === null || state.phase !== 'finished' || state.link !== 'live') return null
  return state.rematch[me - 1] && !state.presence.seats[them - 1] ? them : null
}
