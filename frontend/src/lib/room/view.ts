/** What a room's state means for those who look at it. Pure, no words: those are in lib/i18n/say.ts. */
import { gameOf, type Placed } from '../games'
import { other, type Seat } from '../protocol/entries'
import type { RoomState } from './state'

/** The seat that this page's person holds; null: a spectator, or not known yet. */
export function mySeat({ me, players }: RoomState): Seat | null {
  if (me === '') return null
  return players[0].id === me ? 1 : players[1].id === me ? 2 : null
}

/** The seat that someone may still take. */
export function freeSeat(state: RoomState): Seat | null {
  if (state.phase !== 'waiting') return null
  const free = ([1, 2] as const).find((seat) => {
    const { id, level } = state.players[seat - 1]!
    return id === undefined && level === undefined
  })
  return free ?? null
}

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

/** Whether a command of this kind waits for its answer. */
export function waitsFor({ pending }: RoomState, kind: 'sit' | 'rematch' | 'resign' | 'name'): boolean {
  return pending.some((p) => p.command.t === kind)
}

/** Who is to move as the board is drawn, with the move in flight; null when no game is on. */
export function turnToShow(state: RoomState): Seat | null {
  const seat = turn(state)
  return seat !== null && moveInFlight(state) !== null ? other(seat) : seat
}

/** Whether this page's person may choose a move now. */
export function mayMove(state: RoomState): boolean {
  const seat = mySeat(state)
  return seat !== null && turn(state) === seat && moveInFlight(state) === null
}

export interface Disc extends Placed {
  /** its place in the order of the game; stays the same from the tap to the end */
  ply: number
  pending: boolean
  /** whether it is news, and falls */
  falls: boolean
}

/** The discs to draw, with the one in flight. */
export function discs(state: RoomState): Disc[] {
  const flying = moveInFlight(state)
  const moves = flying === null ? state.moves : [...state.moves, flying]
  const placed = gameOf(state.variant)?.discs(moves, state.first) ?? []
  return placed.map((disc, ply) => ({
    ...disc,
    ply,
    pending: ply >= state.moves.length,
    falls: ply >= state.settled,
  }))
}
