/** One attempt at a puzzle: the person plays the side that wins, and the puzzle answers with its longest defence. */
import { turnAt, type Colour, type Seat } from '../protocol/entries'
import type { Outcome, Puzzle } from '../protocol/puzzle'

/** The colours of all puzzles, by seat - 1. */
export const COLOURS: [Colour, Colour] = ['red', 'yellow']

export interface Attempt {
  /** how many moves were tried */
  tried: number
  /** how many turns are found */
  found: number
  /** the moves since the position of the puzzle, with those that are not taken back yet */
  played: readonly string[]
  /** the turns at which wrong moves were tried, from 0, in order */
  wrong: readonly number[]
  /** the last move that was tried; null: none */
  last: { move: string; outcome: Outcome } | null
  /**
   * `right`, `wrong`: the answer to the move is to be played; `punished`: a wrong move and its answer are to be taken back;
   * `slow`: solved by a slow win, which may be taken back to look for the quickest one
   */
  phase: 'asked' | 'right' | 'wrong' | 'punished' | 'slow' | 'solved'
}

export const START: Attempt = { tried: 0, found: 0, played: [], wrong: [], last: null, phase: 'asked' }

/** The attempt after the person's move; the same one if there is no such move now. */
export function tryMove(puzzle: Puzzle, attempt: Attempt, move: string): Attempt {
  const outcome = puzzle.turns[attempt.found]?.outcomes[move]
  if (attempt.phase !== 'asked' || outcome === undefined) return attempt
  const tried = {
    ...attempt,
    tried: attempt.tried + 1,
    played: [...attempt.played, move],
    last: { move, outcome },
  }
  if (outcome === 'slow_win') return { ...tried, phase: 'slow' }
  if (outcome !== 'win') return { ...tried, phase: 'wrong', wrong: [...attempt.wrong, attempt.found] }
  const found = attempt.found + 1
  return { ...tried, found, phase: found === puzzle.turns.length ? 'solved' : 'right' }
}

/** The attempt after its next step that is no move of the person: an answer, or what is taken back. */
export function settle(puzzle: Puzzle, attempt: Attempt): Attempt {
  const { phase, played } = attempt
  if (phase === 'punished') return { ...attempt, phase: 'asked', played: played.slice(0, -2) }
  if (phase === 'slow') return { ...attempt, phase: 'asked', played: played.slice(0, -1) }
  const reply = answerOf(puzzle, attempt)
  if (reply === undefined || (phase !== 'right' && phase !== 'wrong')) return attempt
  return { ...attempt, phase: phase === 'right' ? 'asked' : 'punished', played: [...played, reply] }
}

/** The answer to the last move that was tried. */
export const answerOf = (puzzle: Puzzle, { found, last }: Attempt): string | undefined =>
  last ? puzzle.turns[last.outcome === 'win' ? found - 1 : found]?.replies[last.move] : undefined

export const isOver = ({ phase }: Attempt): boolean => phase === 'solved' || phase === 'slow'

/** The seat that the person plays. */
export const solverSeat = (puzzle: Puzzle): Seat => turnAt(1, puzzle.moves.length)

/** The line of the puzzle: at the last turn, the first move that wins. */
export function solution(puzzle: Puzzle): Attempt {
  let attempt = START
  for (const { outcomes } of puzzle.turns) {
    const win = Object.keys(outcomes).find((move) => outcomes[move] === 'win')
    attempt = settle(puzzle, tryMove(puzzle, attempt, win ?? ''))
  }
  return attempt
}

/** The attempt as a line of signs for a message: it shows the tries, and not the moves. */
export const tryMarks = (attempt: Attempt): string =>
  Array.from(
    { length: attempt.found + (attempt.phase === 'slow' ? 1 : 0) },
    (_, turn) => '❌'.repeat(attempt.wrong.filter((at) => at === turn).length) + '✅',
  ).join('')
