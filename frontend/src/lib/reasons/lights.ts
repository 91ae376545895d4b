/** What the board shows of a reason: cells that are lit, crossed, numbered, or marked with a diamond. Pure. */
import { linesOf } from '../board/lines'
import type { GameView, Position } from '../games'
import type { Reason } from '../protocol/schemas'
import type { Seat } from '../protocol/entries'
import type { Discs } from './plan'

export interface Lights {
  /** the side that wins */
  winner: Seat
  /** the free cells where the winner completes a line */
  lit: number[]
  /** the lines that lack only one of them */
  lines: number[][]
  /** the free cells directly below them, and those that the winner leaves alone: they are poisoned */
  crosses: number[]
  /** the other free cells that the plan names */
  diamonds: number[]
  /** the first moves, in their order; the sides alternate, the winner first. None if the first one completes a line */
  numbers: number[]
  /** the cells that the winner may take now */
  allowed: number[]
}

/** Whether the page shows a reason: whether a person can understand it. */
export const shownReason = (reason: Reason | undefined): Reason | null =>
  reason && reason.grade !== 'hard' ? reason : null

/** Whether reasons can be found in a game: the boards that the exact solver knows. */
export const canExplain = ({ family, columns, rows }: GameView): boolean =>
  family === 'connect4' && columns * (rows + 1) <= 64

/** The move that brings a disc to a cell of Connect Four. */
export const moveTo = ({ columns }: GameView, cell: number): string => ((cell % columns) + 1).toString(16)

/** A position as the prover needs it. */
export function discsOf(game: GameView, { discs }: Position, winner: Seat): Discs {
  const cells = new Map(discs.map(({ cell, seat }) => [cell, seat === winner ? 'w' : 'l']))
  return Array.from({ length: game.columns * game.rows }, (_, cell) => cells.get(cell) ?? '.').join('')
}

/**
 * The lights of a reason in a position of its game. `numbered`: whether its first moves are still to come. `allowed`: see
 * Lights.
 */
export function lightsOf(
  game: GameView,
  { discs }: Position,
  winner: Seat,
  { kind, cells, moves = [], plan = {} }: Pick<Reason, 'kind' | 'cells' | 'moves' | 'plan'>,
  { numbered = false, allowed = [] as readonly number[] } = {},
): Lights {
  const free = (cell: number) => cell >= 0 && discs.every((disc) => disc.cell !== cell)
  const own = discs.flatMap(({ cell, seat }) => (seat === winner && cell !== null ? [cell] : []))
  const lit = cells.filter(free)
  const isPlan = kind === 'follow' || kind === 'safe'
  const below = isPlan ? lit.map((cell) => cell - game.columns) : []
  const crosses = [...new Set([...below, ...(plan.never ?? [])])]
  const diamonds = [...new Set([...(plan.first ?? []), ...(plan.pairs ?? []).flat(), ...(plan.spare ?? [])])]
  return {
    winner,
    lit,
    lines: lit.flatMap((cell) =>
      linesOf([...own, cell], game.columns, game.align).filter((line) => line.includes(cell)),
    ),
    crosses: crosses.filter((cell) => free(cell) && !lit.includes(cell)),
    diamonds: diamonds.filter((cell) => free(cell) && !lit.includes(cell)),
    numbers: numbered && kind !== 'at-once' ? moves.filter(free) : [],
    allowed: [...allowed],
  }
}
