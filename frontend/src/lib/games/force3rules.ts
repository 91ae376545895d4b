/**
 * The rules of Force 3: legal turns and their effect. The hub alone decides who has won. Cells are numbered as in the
 * game's notation, 1 to 9 row by row from the top left.
 *
 * A turn is one of place `P5`, move `M3-6`, slide `S2` and double slide `S3+`. force3:report has two slides `S2+3`
 * instead of the double slide.
 */

import type { TrayPhrase } from './game'

/** 0: the side that moved first; 1: the other side. */
export type Side = 0 | 1

/** Discs in hand at the start. */
export const DISCS = 3
export const CELLS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const MIDDLE = 5

export interface Options {
  /** all discs are placed before anything moves; after that a disc moves only to a neighbouring tile */
  placed: boolean
  /** the first turn must place a disc on a corner */
  fair: boolean
  /**
   * the rules of a students' report: discs step to a neighbouring tile, tiles with an opponent's disc do not slide, and
   * the second of two slides may go in another direction
   */
  report: boolean
}

/** A turn is its own description. */
export type Turn = Exclude<TrayPhrase, { is: 'marks' }>

export interface State {
  side: Side
  hole: number
  /** the side whose disc lies on each cell, by cell - 1 */
  discs: (Side | null)[]
  /** discs in hand, by side */
  hands: [number, number]
  /** the slide that would undo the last turn, in the game's notation; empty: none */
  ban: string
  ply: number
}

export const initialState = (): State => ({
  side: 0,
  hole: MIDDLE,
  discs: new Array<Side | null>(CELLS.length).fill(null),
  hands: [DISCS, DISCS],
  ban: '',
  ply: 0,
})

export const otherSide = (side: Side): Side => (side === 0 ? 1 : 0)

const row = (cell: number) => Math.floor((cell - 1) / 3)
const column = (cell: number) => (cell - 1) % 3

/** The distance of two cells in one row or column; 0 if they share neither. */
function distance(a: number, b: number): number {
  const rows = Math.abs(row(a) - row(b))
  const columns = Math.abs(column(a) - column(b))
  return rows === 0 || columns === 0 ? rows + columns : 0
}

/** The cell between two cells at distance 2. */
export const between = (a: number, b: number): number => (a + b) / 2

const areNeighbours = (a: number, b: number) =>
  Math.max(Math.abs(row(a) - row(b)), Math.abs(column(a) - column(b))) === 1

export function formatTurn(turn: Turn): string {
  switch (turn.is) {
    case 'places':
      return `P${turn.cell}`
    case 'moves':
      return `M${turn.from}-${turn.to}`
    case 'slides':
      return `S${turn.cell}`
    case 'slides-two':
      return `S${turn.cell}+`
    case 'slides-then':
      return `S${turn.cell}+${turn.then}`
  }
}

/** Parses a turn; returns null if the notation is wrong. Does not check whether the turn is legal. */
export function parseTurn(move: string): Turn | null {
  const [, place, from, to, slide, plus, then] =
    /^(?:P([1-9])|M([1-9])-([1-9])|S([1-9])(?:(\+)([1-9])?)?)$/.exec(move) ?? []
  if (place) return { is: 'places', cell: Number(place) }
  if (from && to) return { is: 'moves', from: Number(from), to: Number(to) }
  if (slide && then) return { is: 'slides-then', cell: Number(slide), then: Number(then) }
  if (slide) return { is: plus ? 'slides-two' : 'slides', cell: Number(slide) }
  return null
}

/** The slides that the board allows, including the banned one. */
function possibleSlides(state: State, { placed, report }: Options): Turn[] {
  const isOpponents = (cell: number) => state.discs[cell - 1] === otherSide(state.side)
  if (report) {
    const tilesAt = (hole: number) => CELLS.filter((cell) => distance(cell, hole) === 1 && !isOpponents(cell))
    return tilesAt(state.hole).flatMap((cell): Turn[] => [
      { is: 'slides', cell },
      ...tilesAt(cell)
        .filter((then) => then !== state.hole)
        .map((then): Turn => ({ is: 'slides-then', cell, then })),
    ])
  }
  return CELLS.flatMap((cell): Turn[] => {
    const steps = distance(cell, state.hole)
    const next = steps === 2 ? between(cell, state.hole) : cell
    if (steps === 0 || steps > 2 || (placed && isOpponents(next))) return []
    return [{ is: steps === 2 ? 'slides-two' : 'slides', cell }]
  })
}

/** The slide that would undo the opponent's last turn; null if no slide is banned. */
export function bannedSlide(state: State, options: Options): Turn | null {
  if (options.placed && isPlacing(state)) return null
  return possibleSlides(state, options).find((turn) => formatTurn(turn) === state.ban) ?? null
}

const isPlacing = (state: State) => state.hands[0] + state.hands[1] > 0

/** All legal turns. */
export function legalTurns(state: State, options: Options): Turn[] {
  const free = CELLS.filter((cell) => cell !== state.hole && state.discs[cell - 1] === null)
  const cornersOnly = options.fair && state.ply === 0
  const places = free.filter((cell) => !cornersOnly || (cell % 2 === 1 && cell !== MIDDLE))
  const turns = state.hands[state.side] > 0 ? places.map((cell): Turn => ({ is: 'places', cell })) : []
  if (cornersOnly || (options.placed && isPlacing(state))) return turns
  for (const from of CELLS) {
    if (state.discs[from - 1] !== state.side) continue
    for (const to of free) {
      const near = options.report ? distance(from, to) === 1 : !options.placed || areNeighbours(from, to)
      if (near) turns.push({ is: 'moves', from, to })
    }
  }
  return [...turns, ...possibleSlides(state, options).filter((turn) => formatTurn(turn) !== state.ban)]
}

/** The cells from which tiles slide in a turn, the first one first. Each slides into the hole, which then is where it came from. */
export function slidFrom(turn: Turn, hole: number): number[] {
  if (turn.is === 'slides') return [turn.cell]
  if (turn.is === 'slides-then') return [turn.cell, turn.then]
  return turn.is === 'slides-two' ? [between(turn.cell, hole), turn.cell] : []
}

/** Returns the state after a legal turn. Does not modify its argument. */
export function playTurn(state: State, turn: Turn): State {
  const { side, ply } = state
  const discs = [...state.discs]
  const hands: [number, number] = [...state.hands]
  let { hole } = state
  let ban = ''
  const shift = (from: number, to: number) => {
    discs[to - 1] = discs[from - 1]!
    discs[from - 1] = null
  }
  if (turn.is === 'places') {
    discs[turn.cell - 1] = side
    hands[side]--
  } else if (turn.is === 'moves') {
    shift(turn.from, turn.to)
  } else {
    ban = formatTurn(turn.is === 'slides-then' ? { ...turn, then: hole } : { ...turn, cell: hole })
    for (const from of slidFrom(turn, hole)) {
      shift(from, hole)
      hole = from
    }
  }
  return { side: otherSide(side), hole, discs, hands, ban, ply: ply + 1 }
}

/** A key that is equal for repeated positions: same board, side to move and ban. */
export const repetitionKey = ({ side, hole, discs, ban }: State): string =>
  `${discs.map((disc) => disc ?? '-').join('')} ${hole} ${side} ${ban}`
