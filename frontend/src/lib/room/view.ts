/** What a room's state means for those who look at it. Pure, no words: those are in lib/i18n/say.ts. */
import { other, type Offer, type Seat } from '../protocol/entries'
import type { Wish } from '../protocol/tohub'
import type { RoomState } from './state'

const SEATS = [1, 2] as const

// Who is who

/** Whether one person holds both seats, on one device. */
export function isSelf({ players: [one, two] }: RoomState): boolean {
  return one.id !== undefined && one.id === two.id
}

/** Whether two AIs play. */
export const isWatch = ({ pace }: RoomState): boolean => pace !== null

/** Whether a seat is an AI's. */
export const isMachine = ({ players }: RoomState, seat: Seat): boolean =>
  players[seat - 1]!.level !== undefined

/** Whether this page's person holds the seat. */
export const holds = ({ me, players }: RoomState, seat: Seat): boolean =>
  me !== '' && players[seat - 1]!.id === me

/**
 * The seat that this page's person acts for; null: a spectator, or not known yet. Who holds both seats acts for the one
 * to move.
 */
export function mySeat(state: RoomState): Seat | null {
  if (isSelf(state) && holds(state, 1)) return turn(state) ?? 1
  return SEATS.find((seat) => holds(state, seat)) ?? null
}

/** Whether this page's person has opened the room. */
export const isOwner = ({ me, owner }: RoomState): boolean => me !== '' && me === owner

/** The seat of the other person; null: there is none, or this page's person does not play. */
export function opponent(state: RoomState): Seat | null {
  const me = mySeat(state)
  if (me === null || isSelf(state)) return null
  const { id } = state.players[other(me) - 1]!
  return id === undefined ? null : other(me)
}

/** The seat that someone may still take. */
export function freeSeat(state: RoomState): Seat | null {
  if (state.phase !== 'waiting') return null
  const free = SEATS.find((seat) => {
    const { id, level } = state.players[seat - 1]!
    return id === undefined && level === undefined
  })
  return free ?? null
}

// The position

/** Who is to move, by the log alone; null when no game is on. */
export function turn({ phase, first, moves }: RoomState): Seat | null {
  if (phase !== 'playing') return null
  return moves.length % 2 === 0 ? first : other(first)
}

/**
 * The move that was given in the present position and is not answered. It lies on the board already, so that the hand
 * feels no network; the log has not said it yet.
 */
export function moveInFlight({ pending, game, moves, phase }: RoomState): string | null {
  if (phase !== 'playing') return null
  const found = pending.find((p) => p.command.t === 'move' && p.game === game && p.ply === moves.length)
  return found?.command.t === 'move' ? found.command.move : null
}

/** The moves whose position is drawn, with the one in flight. */
export function shownMoves(state: RoomState): string[] {
  const flying = moveInFlight(state)
  return flying === null ? state.moves : [...state.moves, flying]
}

/** Who is to move as the board is drawn, with the move in flight; null when no game is on. */
export function turnToShow(state: RoomState): Seat | null {
  const seat = turn(state)
  return seat !== null && moveInFlight(state) !== null ? other(seat) : seat
}

/** Whether this page's person may choose a move now. */
export function mayMove(state: RoomState): boolean {
  const seat = turn(state)
  return seat !== null && holds(state, seat) && moveInFlight(state) === null
}

/** The AI's suggestion, for whom it is and for those who watch; the opponent's page does not show it. */
export function adviceToShow(state: RoomState): string | null {
  const { advised, phase } = state
  if (advised === null || phase !== 'playing' || moveInFlight(state) !== null) return null
  const spectator = mySeat(state) === null
  return spectator || holds(state, advised.seat) ? advised.move : null
}

// What one can do

/** Whether a command of this kind waits for its answer. */
export function waitsFor({ pending }: RoomState, kind: Wish['t']): boolean {
  return pending.some((p) => p.command.t === kind)
}

/** Whether this page's person plays in a game that is on. */
export const plays = (state: RoomState): boolean => state.phase === 'playing' && mySeat(state) !== null

/** What the other asks of this page's person; null: nothing. */
export function askedOfMe(state: RoomState): Offer | null {
  const them = opponent(state)
  if (them === null || !plays(state)) return null
  return state.offers.takeback === them ? 'takeback' : state.offers.draw === them ? 'draw' : null
}

/** What this page's person has asked of the other; null: nothing. */
export function askedByMe(state: RoomState): Offer | null {
  const me = mySeat(state)
  if (me === null || isSelf(state) || !plays(state)) return null
  return state.offers.takeback === me ? 'takeback' : state.offers.draw === me ? 'draw' : null
}

/** Whether this page's person has a move to take back. An AI, and oneself, allow it at once. */
export function mayTakeBack(state: RoomState): boolean {
  if (!plays(state) || moveInFlight(state) !== null || state.offers.takeback !== null) return false
  if (isSelf(state)) return state.moves.length > 0
  return state.moves.length > (state.first === mySeat(state) ? 0 : 1)
}

/** Whether this page's person may offer a draw: with oneself it is agreed at once, and an AI plays on. */
export const mayOfferDraw = (state: RoomState): boolean =>
  plays(state) && (isSelf(state) || opponent(state) !== null) && state.offers.draw === null

/** How long an emote is shown, in milliseconds. */
export const EMOTE_FOR = 5000

/** Whether this page's person may say something to the other. */
export const mayEmote = (state: RoomState): boolean =>
  (state.phase === 'playing' || state.phase === 'finished') && opponent(state) !== null

/** Whether this page's person may ask for another game: a player, or the owner of a room where AIs play. */
export function mayAskAgain(state: RoomState): boolean {
  if (state.phase !== 'finished' || state.imported) return false
  return mySeat(state) !== null || (isWatch(state) && isOwner(state))
}

/** Whether this page's person has asked for another game. */
export function askedAgain(state: RoomState): boolean {
  const seat = mySeat(state)
  return waitsFor(state, 'rematch') || (seat !== null && state.rematch[seat - 1]!)
}

/** From which hub time on this page's person may claim that the other has left; null: the other is there. */
export function claimFrom(state: RoomState): number | null {
  const them = opponent(state)
  if (them === null || !plays(state)) return null
  return state.here.claim[them - 1] || null
}

/** How AI against AI goes on, with what this page's person has just asked for. */
export function paceToShow({ pace, pending }: RoomState): { ms: number; paused: boolean } | null {
  if (pace === null) return null
  const asked = pending.map((p) => p.command).findLast((command) => command.t === 'pace')
  return asked ? { ms: asked.ms, paused: asked.paused } : pace
}

/** Whether anything that is drawn goes on by itself at `now`, the hub's time: a clock, a countdown, an emote. */
export function ticks(state: RoomState, now: number): boolean {
  if (state.phase === 'playing') return true
  return state.said.some((said) => said !== null && now - said.at <= EMOTE_FOR)
}
