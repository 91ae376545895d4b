/** The turns of puzzles whose files have no outcomes: the page asks for the analysis of each position. Pure. */
import { expected, kindOf, sortByValue, turnsToWin } from '../analysis/value'
import type { Analysis } from '../protocol/analysis'
import type { Outcome, PuzzleTurn } from '../protocol/puzzle'
import { isHold, type Puzzle } from './puzzle'

/** The turn after `found` turns were found, from the final analysis of its position. */
export function turnOf(puzzle: Puzzle, found: number, { moves }: Analysis): PuzzleTurn {
  const turn: PuzzleTurn = { outcomes: {}, replies: {}, slow: {} }
  const [best] = sortByValue(moves)
  const quickest = puzzle.count - found
  for (const { move, value } of moves) {
    const kind = kindOf(value)
    const outcome: Outcome = kind === 'win' ? 'win' : kind === 'loss' ? 'loss' : 'draw'
    turn.outcomes[move] = outcome
    if (puzzle.theme === 'mine') {
      // Any move with the best outcome is right; if all lose, those that hold out longest.
      const isBest =
        kind === 'loss' ? expected(value) === expected(best!.value) : kind === kindOf(best!.value)
      if (isBest && outcome !== 'win') turn.outcomes[move] = 'hold'
    } else if (isHold(puzzle)) {
      if (outcome === 'draw') turn.outcomes[move] = 'hold'
    } else if (outcome === 'win' && turnsToWin(value) > quickest) {
      turn.outcomes[move] = 'slow_win'
      turn.slow[move] = turnsToWin(value)
    }
  }
  return turn
}

/** The turn with the best answer to a move, from the final analysis of the position after it. */
export function withReply(turn: PuzzleTurn, move: string, { moves }: Pick<Analysis, 'moves'>): PuzzleTurn {
  return { ...turn, replies: { ...turn.replies, [move]: sortByValue(moves)[0]?.move ?? '' } }
}
