/**
 * What people overlook: a win with the next move, their own or the opponent's. Found by the rules, so it needs no
 * analysis. Pure.
 */
import { linesOf } from '../board/lines'
import type { GameView } from '../games'
import { otherSeat, turnAt, type Seat } from '../protocol/entries'
import { gameOver } from './gameover'

export interface Slip {
  /**
   * `win`: the player did not take a win. The others let the opponent win with the next move. `threat`: the opponent was
   * about to win before; `gift`: the disc has freed the cell above it; `chance`: in a game whose discs move.
   */
  is: 'win' | 'threat' | 'gift' | 'chance'
  /** the moves that won, or after which the opponent could not win at once */
  better: readonly string[]
}

/** Seat 1 begins, as nothing here depends on the seats. */
const FIRST = 1

/** The moves with which `seat` would win at once if it were to move after these moves. */
export function winsInOne(game: GameView, moves: readonly string[], seat: Seat): string[] {
  if (game.winningTurns) return game.winningTurns(moves, FIRST, seat)
  const { discs, choices } = game.at(moves, FIRST)
  const own = discs.flatMap((disc) => (disc.seat === seat && disc.cell !== null ? [disc.cell] : []))
  return choices
    .filter(({ lands }) =>
      linesOf([...own, lands], game.columns, game.align).some((line) => line.includes(lands)),
    )
    .map(({ move }) => move)
}

/** The lines that begin with `move` and end at once with the opponent's win: by its reply, or by `move` itself. */
export function losing(game: GameView, moves: readonly string[], move: string): string[][] {
  const after = [...moves, move]
  const opponent = turnAt(FIRST, after.length)
  const over = game.winningTurns ? gameOver(game, game.at(after, FIRST), after.length) : null
  if (over) return over.winner === opponent ? [[move]] : []
  return winsInOne(game, after, opponent).map((reply) => [move, reply])
}

/** What the player overlooked who played `move` after these moves; null: nothing, or nothing could be done about it. */
export function slipOf(game: GameView, moves: readonly string[], move: string): Slip | null {
  const seat = turnAt(FIRST, moves.length)
  const wins = winsInOne(game, moves, seat)
  if (wins.length > 0) return wins.includes(move) ? null : { is: 'win', better: wins }
  const lines = losing(game, moves, move)
  if (lines.length === 0) return null
  const better = game
    .at(moves, FIRST)
    .choices.map((choice) => choice.move)
    .filter((other) => losing(game, moves, other).length === 0)
  if (better.length === 0) return null
  if (game.winningTurns) return { is: 'chance', better }
  const stood = winsInOne(game, moves, otherSeat(seat))
  const isThreat = lines.some(([, reply]) => reply !== move && stood.includes(reply!))
  return { is: isThreat ? 'threat' : 'gift', better }
}

/** How the opponent punishes `played[0]` after these moves, as it did if it saw that: `played` is the rest of the game. */
export function punishment(game: GameView, moves: readonly string[], played: readonly string[]): string[] {
  const lines = losing(game, moves, played[0]!)
  return lines.find(([, reply]) => reply === played[1]) ?? lines[0]!
}
