/** One attempt at a lesson: the person looks for the right moves, and the lesson answers. Pure. */
import { gameOver } from '../analysis/gameover'
import type { GameView } from '../games'
import type { Lesson, Turn } from './lessons'

export interface Attempt {
  /** how many moves were tried */
  tried: number
  /** how many turns are found */
  found: number
  /** how many wrong moves were tried at this turn */
  wrong: number
  /** the moves since the position of the lesson, with those that are not taken back yet */
  played: readonly string[]
  /** the other side's answer to the last move; empty: none */
  answer: string
  /**
   * `right`: the answer is to be played; `wrong`: the same, or without an answer the move is to be taken back; `punished`: a
   * wrong move and its answer are to be taken back
   */
  phase: 'asked' | 'right' | 'wrong' | 'punished' | 'done'
}

export const START: Attempt = { tried: 0, found: 0, wrong: 0, played: [], answer: '', phase: 'asked' }

/** A move that completes a line of the side to move; empty: none. */
function lineMove(game: GameView, moves: readonly string[]): string {
  const position = game.at(moves, 1)
  if (gameOver(game, position, moves.length)) return ''
  const winning = position.choices.find(({ move }) => {
    const after = [...moves, move]
    return gameOver(game, game.at(after, 1), after.length)?.winner === position.turn
  })
  return winning?.move ?? ''
}

/** The turn that is asked, or was found last. */
export const turnOf = ({ turns }: Lesson, { found }: Attempt): Turn =>
  turns[Math.min(found, turns.length - 1)]!

/** The attempt after the person's move; the same one if none is asked. */
export function tryMove(lesson: Lesson, game: GameView, attempt: Attempt, move: string): Attempt {
  if (attempt.phase !== 'asked') return attempt
  const { right, reply, answers } = turnOf(lesson, attempt)
  const played = [...attempt.played, move]
  const tried = { ...attempt, tried: attempt.tried + 1, played }
  if (!right.includes(move)) {
    const answer = answers[move] ?? lineMove(game, [...lesson.moves, ...played])
    return { ...tried, wrong: attempt.wrong + 1, answer, phase: 'wrong' }
  }
  const found = attempt.found + 1
  const phase = found === lesson.turns.length ? 'done' : 'right'
  return { ...tried, found, wrong: 0, answer: reply, phase }
}

/** The attempt after its next step that is no move of the person: an answer, or what is taken back. */
export function settle(attempt: Attempt): Attempt {
  const { phase, played, answer, found } = attempt
  if (phase === 'right') return { ...attempt, phase: 'asked', played: [...played, answer] }
  if (phase === 'wrong' && answer) return { ...attempt, phase: 'punished', played: [...played, answer] }
  if (phase === 'wrong' || phase === 'punished')
    return { ...attempt, phase: 'asked', played: played.slice(0, 2 * found) }
  return attempt
}
