/** What the page derives from a room's state. Pure, and without texts: lib/i18n/roomtext.ts has those. */
import { isTaken, otherSeat, turnAt, type Offer, type Seat } from '../protocol/entries'
import type { CommandBody } from '../protocol/commands'
import type { RoomState } from './state'

/** Both seats. */
export const SEATS = [1, 2] as const

/** The player of every room of this device. The IDs of a hub's players are longer. */
export const DEVICE_PLAYER = 'you'

/** Whether the room is played on this device, without a hub. Nobody else can come in, and the hub has no record. */
export const playsOnDevice = ({ me }: RoomState): boolean => me === DEVICE_PLAYER

// Players and seats

/** Whether one player holds both seats, on one device. */
export function isPassAndPlay({ players: [one, two] }: RoomState): boolean {
  return one.id !== undefined && one.id === two.id
}

/** Whether two AIs play. */
export const isAIAgainstAI = ({ pace }: RoomState): boolean => pace !== null

/** Whether a seat is an AI's. */
export const isAISeat = ({ players }: RoomState, seat: Seat): boolean =>
  players[seat - 1]!.level !== undefined

/** Whether this page's player holds the seat. */
export const holdsSeat = ({ me, players }: RoomState, seat: Seat): boolean =>
  me !== '' && players[seat - 1]!.id === me

/**
 * The seat that this page's player acts for; null: a spectator, or not known yet. A player who holds both seats acts for
 * the one to move.
 */
export function mySeat(state: RoomState): Seat | null {
  if (isPassAndPlay(state) && holdsSeat(state, 1)) return turn(state) ?? 1
  return SEATS.find((seat) => holdsSeat(state, seat)) ?? null
}

/** The seat whose turns and results matter to this page's player; null: a spectator, or pass and play. */
export const concernedSeat = (state: RoomState): Seat | null => (isPassAndPlay(state) ? null : mySeat(state))

/** Whether this page's player created the room. */
export const isOwner = ({ me, owner }: RoomState): boolean => me !== '' && me === owner

/** The seat of a human opponent; null: there is none, or this page only watches. */
export function opponentSeat(state: RoomState): Seat | null {
  const me = concernedSeat(state)
  if (me === null) return null
  const { id } = state.players[otherSeat(me) - 1]!
  return id === undefined ? null : otherSeat(me)
}

/** The seat that nobody has taken yet, or in time. */
export function freeSeat(state: RoomState): Seat | null {
  if (state.phase !== 'waiting' && state.closed !== 'unjoined') return null
  return SEATS.find((seat) => !isTaken(state.players[seat - 1]!)) ?? null
}

// The position

/** Which seat is to move according to the log; null if no game is being played. */
export function turn({ phase, first, moves }: RoomState): Seat | null {
  if (phase !== 'playing') return null
  return turnAt(first, moves.length)
}

/**
 * The move that was given in the current position and that the hub has not answered. The board shows it at once, before
 * it is in the log, so that the player does not feel the network.
 */
export function moveInFlight({ pending, game, moves, phase }: RoomState): string | null {
  if (phase !== 'playing') return null
  const found = pending.find((p) => p.command.t === 'move' && p.game === game && p.ply === moves.length)
  return found?.command.t === 'move' ? found.command.move : null
}

/** The moves of the position that is drawn, including the one in flight. */
export function movesToShow(state: RoomState): string[] {
  const flying = moveInFlight(state)
  return flying === null ? state.moves : [...state.moves, flying]
}

/** How long an AI usually takes at most, in milliseconds: the time budget of its level, and time for the network. */
const REPLY_TIME = { perfect: 7000, other: 3000 }

/** Whether an AI that a person waits for takes longer than usual. `now` is hub time. */
export function isReplyOverdue(state: RoomState, now: number): boolean {
  const seat = turn(state)
  if (seat === null || !isAISeat(state, seat) || isAIAgainstAI(state)) return false
  const usual = state.players[seat - 1]!.level === 'perfect' ? REPLY_TIME.perfect : REPLY_TIME.other
  return now - state.turnAt > usual
}

/** Which seat is to move in the position that is drawn; null if no game is being played. */
export function turnToShow(state: RoomState): Seat | null {
  const seat = turn(state)
  return seat !== null && moveInFlight(state) !== null ? otherSeat(seat) : seat
}

/** Whether this page's player may choose a move now. */
export function mayMove(state: RoomState): boolean {
  const seat = turn(state)
  return (
    seat !== null &&
    holdsSeat(state, seat) &&
    moveInFlight(state) === null &&
    state.delegated[seat - 1] === ''
  )
}

/** The move that the AI advises. The advised player and spectators see it; the opponent does not. */
export function adviceToShow(state: RoomState): string | null {
  const { advised, phase } = state
  if (advised === null || phase !== 'playing' || moveInFlight(state) !== null) return null
  const spectator = mySeat(state) === null
  return spectator || holdsSeat(state, advised.seat) ? advised.move : null
}

/** The seat for which this page's player waits for the AI's advice; null: no advice is to come. */
export function awaitsAdvice(state: RoomState): Seat | null {
  const seat = turn(state)
  return seat !== null && (state.advice[seat - 1] || state.hinted) && state.advised === null && mayMove(state)
    ? seat
    : null
}

/** Whether the page counts the games won: against an AI only once the person has won. Nobody needs to read 0 to 5. */
export function showsTally(state: RoomState): boolean {
  const me = concernedSeat(state)
  return me === null || !isAISeat(state, otherSeat(me)) || state.score[me - 1]! > 0
}

// What the player can do

/** Whether a command of this kind is pending. */
export function awaitsAnswer({ pending }: RoomState, kind: CommandBody['t']): boolean {
  return pending.some((p) => p.command.t === kind)
}

/** Whether this page's player is playing a game now. */
export const isPlaying = (state: RoomState): boolean => state.phase === 'playing' && mySeat(state) !== null

function offerOf(state: RoomState, seat: Seat | null): Offer | null {
  if (seat === null || !isPlaying(state)) return null
  return state.offers.takeback === seat ? 'takeback' : state.offers.draw === seat ? 'draw' : null
}

/** The offer that the opponent has made to this page's player; null: none. */
export const offerFromOpponent = (state: RoomState): Offer | null => offerOf(state, opponentSeat(state))

/** The offer that this page's player has made; null: none. */
export const offerByMe = (state: RoomState): Offer | null => offerOf(state, concernedSeat(state))

/** How long an emote is shown, in milliseconds. */
export const EMOTE_DURATION = 5000

/** Whether this page's player may ask for another game. In AI against AI only the owner may. */
export function mayAskForRematch(state: RoomState): boolean {
  if (state.phase !== 'finished' || state.imported) return false
  return mySeat(state) !== null || (isAIAgainstAI(state) && isOwner(state))
}

/** Whether this page's player has asked for another game, and keeps the seat. */
export function askedForRematch(state: RoomState): boolean {
  const seat = mySeat(state)
  return (
    awaitsAnswer(state, 'rematch') || (seat !== null && state.rematch[seat - 1]! && !state.yields[seat - 1])
  )
}

/** The hub time from which this page's player may claim the game; null: the opponent is present. */
export function claimableFrom(state: RoomState): number | null {
  const them = opponentSeat(state)
  if (them === null || !isPlaying(state)) return null
  return state.presence.claim[them - 1] || null
}

/** The pace of AI against AI, including a change that the hub has not answered yet. */
export function paceToShow({ pace, pending }: RoomState): { ms: number; paused: boolean } | null {
  if (pace === null) return null
  const asked = pending.map((p) => p.command).findLast((command) => command.t === 'pace')
  return asked ? { ms: asked.ms, paused: asked.paused } : pace
}

/** Whether the page shows something that changes with time: a clock, a countdown, an emote. `now` is hub time. */
export function changesOverTime(state: RoomState, now: number): boolean {
  if (state.phase === 'playing') return true
  return state.lastEmotes.some((emote) => emote !== null && now - emote.at <= EMOTE_DURATION)
}
