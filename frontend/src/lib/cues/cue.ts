/**
 * What a change of a room is worth telling to ears and fingers. Pure: `cues` compares two states, and knows no sound.
 *
 * A page that has just come, or come back after long, hears the last thing only: what was there when it came is no news.
 */
import { gameOf } from '../games'
import type { Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { moveInFlight, mySeat, turn } from '../room/view'

/** Cues that are always the same. */
export type PlainCue = 'win' | 'loss' | 'draw' | 'your-turn' | 'low-time' | 'offer' | 'emote'

export type Cue =
  /** a piece comes to rest; `height`: how high on the board, from 0, the lowest row, to 1 */
  { kind: 'drop'; height: number } | { kind: PlainCue }

export type CueKind = Cue['kind']

/** Moves on the board as it is drawn: the one in flight lies there already. */
const drawn = (state: RoomState) => {
  const flying = moveInFlight(state)
  return flying === null ? state.moves : [...state.moves, flying]
}

/** Whether both seats are this page's person's: then no turn and no result is anybody's in particular. */
const playsBoth = ({ me, players }: RoomState) => me !== '' && players.every(({ id }) => id === me)

/** The seat whose turns and results concern this page's person; null for who watches, or plays both. */
export const concerned = (state: RoomState): Seat | null => (playsBoth(state) ? null : mySeat(state))

/** Whether it is this page's person who is waited for. */
export const myTurn = (state: RoomState): boolean => {
  const seat = concerned(state)
  return seat !== null && turn(state) === seat && moveInFlight(state) === null
}

function height(state: RoomState, moves: readonly string[]): number {
  const view = gameOf(state.variant)
  const cell = view?.at(moves, state.first).last?.cell
  if (!view || cell === undefined || view.rows < 2) return 0
  return Math.floor(cell / view.columns) / (view.rows - 1)
}

function ending(state: RoomState): PlainCue {
  const seat = concerned(state)
  if (state.end?.winner === 0) return 'draw'
  return seat === null || state.end?.winner === seat ? 'win' : 'loss'
}

/** What is to be heard and felt of the change from one state to the other, in this order. */
export function cues(before: RoomState, after: RoomState): Cue[] {
  if (before.phase === 'loading') return []
  const list: Cue[] = []
  const moves = drawn(after)
  const newGame = after.game !== before.game
  if (moves.length > (newGame ? 0 : drawn(before).length))
    list.push({ kind: 'drop', height: height(after, moves) })
  if (after.phase === 'finished' && (newGame || before.phase !== 'finished'))
    list.push({ kind: ending(after) })
  else if (myTurn(after) && (newGame || !myTurn(before)) && !takesBack(before, after))
    list.push({ kind: 'your-turn' })
  return list
}

/** A refused move comes back into the hand: the person's turn never ended. */
function takesBack(before: RoomState, after: RoomState): boolean {
  return (
    before.game === after.game && before.moves.length === after.moves.length && turn(before) === turn(after)
  )
}
