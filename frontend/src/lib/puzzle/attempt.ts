/** One attempt at a puzzle: the person plays the side to move, and the puzzle answers with its longest defence. */
import type { Outcome } from '../protocol/puzzle'
import type { Puzzle } from './puzzle'

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
   * `explained`: the same, when the person has read why; `slow`: solved by a slow win, which may be taken back to look for
   * the quickest one
   */
  phase: 'asked' | 'right' | 'wrong' | 'punished' | 'explained' | 'slow' | 'solved'
}

/** What an attempt needs of a puzzle: the turns that are known, and how many must be found. */
type Turns = Pick<Puzzle, 'turns' | 'count'>

export const START: Attempt = { tried: 0, found: 0, played: [], wrong: [], last: null, phase: 'asked' }

const isRight = (outcome: Outcome): boolean => outcome === 'win' || outcome === 'hold'

/** The attempt after the person's move; the same one if there is no such move now. */
export function tryMove(puzzle: Turns, attempt: Attempt, move: string): Attempt {
  const outcome = puzzle.turns[attempt.found]?.outcomes[move]
  if (attempt.phase !== 'asked' || outcome === undefined) return attempt
  const tried = {
    ...attempt,
    tried: attempt.tried + 1,
    played: [...attempt.played, move],
    last: { move, outcome },
  }
  if (outcome === 'slow_win') return { ...tried, phase: 'slow' }
  if (!isRight(outcome)) return { ...tried, phase: 'wrong', wrong: [...attempt.wrong, attempt.found] }
  const found = attempt.found + 1
  return { ...tried, found, phase: found === puzzle.count ? 'solved' : 'right' }
}

/** The attempt after its next step that is no move of the person: an answer, or what is taken back. */
export function settle(puzzle: Turns, attempt: Attempt): Attempt {
  const { phase, played, found } = attempt
  if (phase === 'punished' || phase === 'explained' || phase === 'slow')
    return { ...attempt, phase: 'asked', played: played.slice(0, 2 * found) }
  const reply = answerOf(puzzle, attempt)
  if (reply === undefined || (phase !== 'right' && phase !== 'wrong')) return attempt
  return {
    ...attempt,
    phase: phase === 'right' ? 'asked' : 'punished',
    played: reply ? [...played, reply] : played,
  }
}

/** The attempt with its last move, a wrong one, on the board again, and the answer to it. */
export function explain(puzzle: Turns, attempt: Attempt): Attempt {
  if (attempt.phase !== 'asked' || !mayExplain(attempt)) return attempt
  const played = [...attempt.played, attempt.last!.move, answerOf(puzzle, attempt)!].filter(Boolean)
  return { ...attempt, phase: 'explained', played }
}

/** Whether the last move loses, so that there is a reason to show. */
export const mayExplain = ({ last }: Attempt): boolean => last?.outcome === 'loss'

/** The answer to the last move that was tried; undefined: none, or not known yet. Empty: the move has ended the game. */
export const answerOf = (puzzle: Turns, { found, last }: Attempt): string | undefined =>
  last ? puzzle.turns[isRight(last.outcome) ? found - 1 : found]?.replies[last.move] : undefined

export const isOver = ({ phase }: Attempt): boolean => phase === 'solved' || phase === 'slow'

/** A right move in a turn; undefined: the turn is not known yet. */
export function rightMove(puzzle: Turns, turn: number): string | undefined {
  const { outcomes = {} } = puzzle.turns[turn] ?? {}
  return Object.keys(outcomes).find((move) => isRight(outcomes[move]!))
}

/** The line of a puzzle whose turns are known: at the last turn, the first move that is right. */
export function solution(puzzle: Turns): Attempt {
  let attempt = START
  for (const turn of puzzle.turns.keys())
    attempt = settle(puzzle, tryMove(puzzle, attempt, rightMove(puzzle, turn)!))
  return attempt
}

/** The attempt as a line of signs for a message: it shows the tries, and not the moves. */
export const tryMarks = (attempt: Attempt): string =>
  Array.from(
    { length: attempt.found + (attempt.phase === 'slow' ? 1 : 0) },
    (_, turn) => '❌'.repeat(attempt.wrong.filter((at) => at === turn).length) + '✅',
  ).join('')
