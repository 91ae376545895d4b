/** One attempt at a puzzle: the person plays the side that wins, and the puzzle answers with its longest defence. */
import { turnAt, type Seat } from '../protocol/entries'
import type { Outcome, Puzzle } from '../protocol/puzzle'

export interface Attempt {
  /** how many moves were tried */
  tried: number
  /** how many turns are found */
  found: number
  /** the moves since the position of the puzzle, with a wrong one that is not taken back yet */
  played: readonly string[]
  /** the turns at which wrong moves were tried, from 0, in order */
  wrong: readonly number[]
  /** the outcome of the last move; null: none was tried */
  last: Outcome | null
  /** `refused`: the last move is to be taken back; `answered`: the reply is to be played */
  phase: 'asked' | 'refused' | 'answered' | 'solved'
}

export const START: Attempt = { tried: 0, found: 0, played: [], wrong: [], last: null, phase: 'asked' }

/** The attempt after the person's move; the same one if there is no such move now. */
export function tryMove(puzzle: Puzzle, attempt: Attempt, move: string): Attempt {
  const outcome = puzzle.turns[attempt.found]?.outcomes[move]
  if (attempt.phase !== 'asked' || outcome === undefined) return attempt
  const tried = { ...attempt, tried: attempt.tried + 1, played: [...attempt.played, move], last: outcome }
  if (outcome === 'slow_win') return { ...tried, phase: 'refused' }
  if (outcome !== 'win') return { ...tried, phase: 'refused', wrong: [...attempt.wrong, attempt.found] }
  const found = attempt.found + 1
  return { ...tried, found, phase: found === puzzle.turns.length ? 'solved' : 'answered' }
}

/** The attempt after its next step that needs no person: the wrong move is taken back, or the reply is played. */
export function settle(puzzle: Puzzle, attempt: Attempt): Attempt {
  const reply = puzzle.turns[attempt.found - 1]?.reply
  if (attempt.phase === 'refused') return { ...attempt, phase: 'asked', played: attempt.played.slice(0, -1) }
  if (attempt.phase !== 'answered' || reply === undefined) return attempt
  return { ...attempt, phase: 'asked', played: [...attempt.played, reply] }
}

/** How many tries the person has needed: 1 if no move was wrong. */
export const triesOf = (attempt: Attempt): number => attempt.wrong.length + 1

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
export const tryMarks = ({ wrong, found }: Attempt): string =>
  Array.from(
    { length: found },
    (_, turn) => '❌'.repeat(wrong.filter((at) => at === turn).length) + '✅',
  ).join('')
