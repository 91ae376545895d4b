/** A puzzle, and the lines in which the files of the hub's package puzzle have puzzles. */
import type { SharedPosition } from '../analysis/line'
import { PLAIN_COLOURS, turnAt, type Seat } from '../protocol/entries'
import type { Outcome, PuzzleTurn } from '../protocol/puzzle'

/** The themes of the files, in the order of the page. */
export const THEMES = [
  'fork',
  'chain',
  'zugzwang',
  'plan',
  'only',
  'poison',
  'force3-place',
  'force3-move',
  'force3-slide',
  'force3-only',
] as const

/** `mine`: mistakes from the person's own games. */
export type Theme = (typeof THEMES)[number] | 'mine'

/** What is known of a puzzle before it is shown. Its ID never changes. */
export interface Listed {
  /** `d1` is the puzzle of the first day; `c`: other ones of Connect Four; `f`: of Force 3; `m`: own mistakes */
  id: string
  theme: Theme
  /** how hard it is, on the scale of players; null for own mistakes */
  rating: number | null
}

export interface Puzzle extends Listed, SharedPosition {
  /** how many turns the person must find */
  count: number
  /** all of them, or none: then the page asks for the outcomes of each turn when it comes */
  turns: readonly PuzzleTurn[]
  /** what the person played in their own game, and the address of the game */
  mistake?: { move: string; game: string }
}

/** The seat that the person plays. */
export const solverSeat = ({ first, moves }: Pick<Puzzle, 'first' | 'moves'>): Seat =>
  turnAt(first, moves.length)

/** Whether no move wins, and one holds the draw. */
export const isHold = ({ theme }: Listed): boolean => theme === 'poison' || theme.endsWith('only')

/** The puzzles of a file, each in its line. */
export const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^\w/.test(line))

/** What a line says of a puzzle without its moves. */
export function listed(id: string, line: string): Listed {
  const [, theme, rating] = line.split(' ')
  const name = id.startsWith('f') ? `force3-${theme}` : theme!.replace(/\d$/, '')
  return { id, theme: name as Theme, rating: Number(rating) }
}

export function parsePuzzle(id: string, line: string): Puzzle {
  const [moves, , , ...rest] = line.split(' ')
  const known = { ...listed(id, line), first: 1 as const, colours: PLAIN_COLOURS }
  if (!id.startsWith('f')) {
    const turns = rest.map(parseTurn)
    return { ...known, variant: 'connect4:7x6:4', moves: [...moves!], count: turns.length, turns }
  }
  const plies = Number(rest[0])
  return {
    ...known,
    variant: 'force3',
    moves: moves!.split(','),
    count: Math.max(1, (plies + 1) / 2),
    turns: [],
  }
}

const OUTCOMES: Partial<Record<string, Outcome>> = {
  W: 'win',
  w: 'slow_win',
  H: 'hold',
  d: 'draw',
  l: 'loss',
}

/** A turn has seven outcomes, and then what comes next for each: see the comment of the hub's package puzzle. */
function parseTurn(text: string): PuzzleTurn {
  const turn: PuzzleTurn = { outcomes: {}, replies: {}, slow: {} }
  for (let column = 0; column < 7; column++) {
    const [move, outcome, next] = [`${column + 1}`, OUTCOMES[text[column]!], text[column + 7]!]
    if (outcome) turn.outcomes[move] = outcome
    if (outcome === 'slow_win') turn.slow[move] = parseInt(next, 36)
    else if (next !== '-') turn.replies[move] = next
  }
  return turn
}
