/** What the page shows of the end of a game, besides the board. Pure, and without texts: text.ts has those. */
import { CELL, extent, fallMs, WIN_MS, type Shape } from '../board/board'
import type { Seat } from '../protocol/entries'
import type { RoomState } from '../room/state'
import { concernedSeat, isAIAgainstAI, isAISeat, isPassAndPlay, mySeat, SEATS } from '../room/view'

/** The line that won; `lines`: more than one. */
export interface WonLine {
  shape: 'row' | 'column' | 'diagonal' | 'lines'
  /** how many discs are in it */
  count: number
}

/** Describes the winning cells; null: there are none. */
export function wonLine(cells: readonly number[] | undefined, columns: number): WonLine | null {
  if (!cells?.length) return null
  const sorted = cells.toSorted((a, b) => a - b)
  const step = (sorted[1] ?? 0) - sorted[0]!
  const straight = sorted.every((cell, i) => i === 0 || cell - sorted[i - 1]! === step)
  const count = cells.length
  if (!straight) return { shape: 'lines', count }
  return { shape: step === 1 ? 'row' : step === columns ? 'column' : 'diagonal', count }
}

/** How the game ended for this page's player. `watched`: for a spectator, and for both sides of one device. */
export type Outcome = 'won' | 'lost' | 'drawn' | 'watched'

/** Only in a finished game. */
export function outcome(state: RoomState): Outcome {
  const me = concernedSeat(state)
  if (state.end!.winner === 0) return 'drawn'
  return me === null ? 'watched' : me === state.end!.winner ? 'won' : 'lost'
}

/**
 * Whether the result has its place on the board: from the end of the game until the person closes it. As long as it does,
 * it offers the rematch, and the actions below the board do not. `closed`: the game whose result was closed; 0: none.
 */
export const isResultShown = ({ phase, n, knownUpTo, imported, game }: RoomState, closed: number): boolean =>
  phase === 'finished' && n >= knownUpTo && !imported && closed !== game

/** Whether discs rain: for the person who won, and for the winner of two on one device. */
export const rains = (state: RoomState): boolean =>
  outcome(state) === 'won' || (isPassAndPlay(state) && mySeat(state) !== null && state.end!.winner !== 0)

/**
 * How long the board is seen alone before the result covers a part of it, in milliseconds: until the last piece lies
 * still and the line has been celebrated, and long enough to see a board without a line.
 */
export function timeForBoard(state: RoomState, rows: number): number {
  const { reason } = state.end!
  if (reason !== 'line' && reason !== 'draw') return 600
  return fallMs(rows) + (reason === 'line' ? WIN_MS : 700)
}

/**
 * Where the result has its place: above or below the winning line, or aside from the board if the line leaves too little
 * of its height.
 */
export interface Place {
  side: 'above' | 'below' | 'aside'
  /** from the board's other edge, as a part of its height: the result never reaches into it */
  kept: number
}

/** The least part of the board's height in which the result has its place: two rows of seven. */
const LEAST_HEIGHT = 0.29

/** The larger part of the board without the winning cells; without such cells, the whole board. */
export function placeOf(cells: readonly number[] | undefined, shape: Shape): Place {
  if (!cells?.length) return { side: 'above', kept: 0 }
  const { top, height } = extent(shape)
  const rowsOf = cells.map((cell) => Math.floor(cell / shape.columns))
  const share = (y: number) => (y - top) / height
  const above = share((shape.rows - 1 - Math.max(...rowsOf)) * CELL)
  const below = 1 - share((shape.rows - Math.min(...rowsOf)) * CELL)
  if (Math.max(above, below) < LEAST_HEIGHT) return { side: 'aside', kept: 1 }
  return above >= below ? { side: 'above', kept: 1 - above } : { side: 'below', kept: 1 - below }
}

/** After so many losses in a row, a weaker level is offered. */
const LOSSES_BEFORE_STEP = 2

/**
 * The level to offer for the next game against an AI: the next stronger one after a win, the next weaker one after
 * some losses in a row. `levels` begins with the weakest. Null: there is none, or the AI plays at a level of the person's
 * own.
 */
export function nextLevel(
  state: RoomState,
  levels: readonly string[],
  losses: number,
): { seat: Seat; level: string } | null {
  const how = outcome(state)
  const seat = SEATS.find((one) => isAISeat(state, one))
  if (seat === undefined || isAIAgainstAI(state) || (how !== 'won' && losses < LOSSES_BEFORE_STEP))
    return null
  const at = levels.indexOf(state.players[seat - 1]!.level!)
  const level = at < 0 ? undefined : levels[how === 'won' ? at + 1 : at - 1]
  return level === undefined ? null : { seat, level }
}
