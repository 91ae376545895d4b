/** Puzzles from the person's own games: the turning points of the games that they lost. */
import { movesString, splitMoves } from '../analysis/line'
import { Review } from '../analysis/review.svelte'
import type { Turning } from '../analysis/turning'
import { gameOf } from '../games'
import { seatOf } from '../history/text'
import { coloursOf, otherSeat } from '../protocol/entries'
import { fetchGames, fetchPlayerId, type Game, type Played } from '../protocol/rest'
import { canExplain } from '../reasons/lights'
import { calendar } from './days.svelte'
import type { Puzzle } from './puzzle'
import { changeTraining, withMistake, type Mistake } from './training'

/** The puzzle of an own mistake; null: the page does not know the game. */
export function mistakePuzzle({ id, variant, moves, first, colours, played, game }: Mistake): Puzzle | null {
  const view = gameOf(variant)
  return (
    view && {
      id,
      theme: 'mine',
      rating: null,
      variant,
      moves: splitMoves(view, moves),
      first,
      colours,
      count: 1,
      turns: [],
      mistake: { move: played, game },
    }
  )
}

/**
 * Keeps the turning point of a game that the person has lost. `address`: of the game. Returns whether it is kept: it is
 * a puzzle only where the solver knows all outcomes.
 */
export function keepMistake(
  { variant, moves, first, players }: Played,
  turning: Turning | null,
  address: string,
): boolean {
  const view = gameOf(variant)
  if (turning?.is !== 'found' || !view || !(canExplain(view) || view.family !== 'connect4')) return false
  const mistake: Omit<Mistake, 'id'> = {
    variant,
    moves: movesString(view, moves.slice(0, turning.ply)),
    first,
    colours: coloursOf(players),
    played: moves[turning.ply]!,
    game: address,
  }
  changeTraining((training) => withMistake(training, mistake, calendar.today))
  return true
}

/** Whether the person with this ID has lost a game. */
export function hasLost(game: Game, me: string): boolean {
  const seat = seatOf(game, me)
  return seat !== null && game.end.winner === otherSeat(seat)
}

/** Looks through the latest lost games for mistakes. Reports how many games are looked through, of how many. */
export async function findMistakes(
  report: (done: number, all: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const [{ games }, me] = await Promise.all([fetchGames({ of: 'me', result: 'lost' }), fetchPlayerId()])
  const lost = games.filter((game) => hasLost(game, me))
  for (const [i, game] of lost.entries()) {
    report(i, lost.length)
    if (signal.aborted) return
    const review = new Review(game)
    signal.addEventListener('abort', () => review.stop(), { once: true })
    await review.seek()
    if (!signal.aborted) keepMistake(game, review.turning, `/games/${game.name}/${game.game}`)
  }
  report(lost.length, lost.length)
}
