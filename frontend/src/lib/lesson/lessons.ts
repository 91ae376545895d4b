/**
 * The lessons: positions, and the moves that each asks for. lessons.json is read by the hub's tests too: TestLessons in
 * internal/puzzle checks all that it claims with the exact solvers.
 *
 * The ideas of Connect Four (cells that wait, odd and even rows, answering on top, zugzwang) are those of Victor Allis,
 * "A Knowledge-based Approach of Connect-Four", 1988.
 */
import { splitMoves } from '../analysis/line'
import type { Family } from '../games'
import type { m } from '../paraglide/messages'
import { PLAIN_COLOURS, turnAt, type Seat } from '../protocol/entries'
import type { PuzzleTurn } from '../protocol/puzzle'
import type { Task } from '../puzzle/trial.svelte'
import { readText, writeText } from '../storage'
import data from './lessons.json'
import { wordsIn } from './progress'

export interface Lesson extends Task {
  /** in the address */
  name: Parameters<typeof m.lessons_name>[0]['lesson']
  family: Family
  /**
   * by turn: what the right moves do, and no others: take the lit cell, complete a line, win, or at least not lose, with the
   * best play of both sides
   */
  claims: readonly string[]
  /** the free cells where the side `of` completes a line; in the first lesson, the cell to take */
  lit: readonly number[]
  of: Seat
  /** the cells where the person will complete a line after the last turn */
  made: readonly number[]
  /** the theme of puzzles like it; empty: none */
  theme: string
}

/**
 * A lesson in the file. `reply`: the other side's move after a right one; `answers`: those after wrong ones, unless it
 * completes a line; `reason`: the kind of the proved reason, for the tests.
 */
interface Stored {
  name: Lesson['name']
  variant: string
  moves: string
  turns: { claim: string; right: string; reply?: string; answers?: Record<string, string> }[]
  lit?: number[]
  of?: number
  made?: number[]
  theme?: string
  reason?: string
}

function read({ name, variant, moves, turns, lit = [], of, made = [], theme = '' }: Stored): Lesson {
  const family = variant.split(':')[0] as Family
  const before = splitMoves({ family }, moves)
  return {
    name,
    family,
    variant,
    moves: before,
    first: 1,
    colours: PLAIN_COLOURS,
    count: turns.length,
    turns: turns.map(({ right, reply = '', answers = {} }) => {
      const moves = splitMoves({ family }, right)
      const all = (value: string) => Object.fromEntries(moves.map((move) => [move, value]))
      return {
        outcomes: all('win') as PuzzleTurn['outcomes'],
        replies: { ...answers, ...all(reply) },
        slow: {},
      }
    }),
    claims: turns.map(({ claim }) => claim),
    lit,
    of: of === undefined ? turnAt(1, before.length) : (of as Seat),
    made,
    theme,
  }
}

/** In the order in which they are learned. */
export const LESSONS: readonly Lesson[] = (data as Stored[]).map(read)

const KEY = 'quatre.lessons'
const NAMES = LESSONS.map(({ name }) => name)

/** The names of the lessons that were done on this device. */
export const readLearned = (): ReadonlySet<string> => wordsIn(readText(KEY), NAMES)

export function addLearned(name: string): void {
  writeText(KEY, [...new Set([...readLearned(), name])].join(' '))
}
