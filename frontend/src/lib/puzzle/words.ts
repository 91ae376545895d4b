/** What puzzles say, in the person's language. */
import { moveNoun } from '../analysis/coach'
import { failureText, valueSentence } from '../analysis/text'
import { colourName } from '../i18n/names'
import { m } from '../paraglide/messages'
import { otherSeat } from '../protocol/entries'
import { reasonText } from '../reasons/text'
import { isHold, type Theme } from './puzzle'
import type { Solving } from './solving.svelte'

/** A theme with its idea: `Fork: two threats at once.` */
export const themeText = (theme: Theme): string =>
  m.theme_text({ name: m.theme_name({ theme }), idea: m.theme_idea({ theme }) })

/** A move in a sentence about who answers: `in column 4`. */
const howText = ({ game }: Solving, move: string): string =>
  game.family === 'connect4' ? m.puzzle_in({ column: move }) : m.puzzle_with({ move: moveNoun(game, move) })

/** The question, or what came of the last move, until the puzzle is over. */
export function solvingText(solving: Solving): string {
  const { task: puzzle, attempt, game, seat, reply, hint } = solving
  const mine = colourName(puzzle.colours[seat - 1]!)
  const name = colourName(puzzle.colours[otherSeat(seat) - 1]!)
  if (attempt.phase === 'explained') return explanation(solving, { winner: name, loser: mine })
  if (hint === 'theme') return themeText(puzzle.theme)
  if (hint === 'cells') return solving.lights ? cellsText(solving) : waitingText(solving)
  if (hint === 'move') return m.puzzle_hint_move({ move: moveNoun(game, solving.advice ?? '') })
  if (!solving.turn && attempt.phase === 'asked' && solving.stuck) return waitingText(solving)
  if (!attempt.last) {
    if (puzzle.mistake) return m.puzzle_mine({ name: mine, move: moveNoun(game, puzzle.mistake.move) })
    return isHold(puzzle) ? m.puzzle_hold({ name: mine }) : m.puzzle_question({ name: mine })
  }
  if (reply === undefined) return waitingText(solving)
  const answer = { name, how: howText(solving, reply) }
  const draws = attempt.last.outcome === 'draw'
  if (reply === '') return draws ? m.puzzle_only_draw() : m.puzzle_loses_itself(answer)
  if (draws) return m.puzzle_draws(answer)
  if (attempt.last.outcome !== 'loss') return m.puzzle_right(answer)
  return solving.losesAtOnce ? m.puzzle_loses(answer) : m.puzzle_loses_later(answer)
}

const cellsText = ({ game }: Solving): string =>
  game.family === 'connect4' ? m.puzzle_hint_cells() : m.puzzle_hint_begin()

/** Why a wrong move loses; without a short reason, how soon. */
function explanation(solving: Solving, names: { winner: string; loser: string }): string {
  const { reason, analysis } = solving
  if (reason) return reasonText(reason, names)
  if (!analysis) return waitingText(solving)
  return `${valueSentence(analysis.value, { mover: names.winner, waiter: names.loser })}.`
}

/** While an answer is awaited there are no words, unless it does not come. */
function waitingText({ stuck, analyser: { failure } }: Solving): string {
  if (!stuck) return '…'
  return failure ? failureText(failure) : m.analysis_refused()
}
