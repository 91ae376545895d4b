/** What a look is about, and its form in addresses. */
import { gameOf } from '../games'
import { movesString, playableMoves } from '../analysis/line'
import { EVALUATIONS, MAX_DEPTH, type Evaluation, type InsideQuery, type Search } from '../protocol/inside'

export interface Setting {
  variant: string
  moves: readonly string[]
  depth: number
  search: Search
  ordering: boolean
  evaluation: Evaluation
}

/** The boards to choose from. */
export const VARIANTS = [
  'tictactoe',
  'connect4:4x4:4',
  'connect4:5x4:4',
  'connect4:6x5:4',
  'connect4:7x6:4',
  'connect4:8x7:4',
] as const

/** The first look: a small tree, in which good moves first save much. */
export const FIRST: Setting = {
  variant: 'tictactoe',
  moves: ['a1', 'b2', 'a2'],
  depth: 3,
  search: 'alphabeta',
  ordering: false,
  evaluation: 'tens',
}

const split = (variant: string, text: string): string[] =>
  variant === 'tictactoe' ? text.trim().split(/\s+/).filter(Boolean) : [...text.trim()]

/**
 * The evaluations of a board. In tic-tac-toe the AI has none: it searches to the end, so that `ai` would be `none` under
 * another name.
 */
export const evaluationsOf = (variant: string): readonly Evaluation[] =>
  variant === 'tictactoe' ? EVALUATIONS.filter((one) => one !== 'ai') : EVALUATIONS

/** An evaluation on a board that may not have it. */
export const evaluationOn = (variant: string, evaluation: Evaluation): Evaluation =>
  evaluationsOf(variant).includes(evaluation) ? evaluation : 'none'

/** Reads an address. What is missing or unknown is that of the first look. */
export function readSetting(query: URLSearchParams): Setting {
  const asked = query.get('variant') ?? FIRST.variant
  const variant = gameOf(asked) && !asked.startsWith('force3') ? asked : FIRST.variant
  const text = query.get('moves')
  const depth = Number(query.get('depth') ?? FIRST.depth)
  const evaluation = query.get('eval') as Evaluation
  return {
    variant,
    moves:
      text === null
        ? firstMoves(variant)
        : playableMoves(gameOf(variant)!, asked === variant ? split(variant, text) : []),
    depth: Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH ? depth : FIRST.depth,
    search: query.get('search') === 'minimax' ? 'minimax' : FIRST.search,
    ordering: query.get('ordering') === 'on',
    evaluation: evaluationOn(variant, EVALUATIONS.includes(evaluation) ? evaluation : FIRST.evaluation),
  }
}

/** The position that a board begins with: tic-tac-toe with three marks, so that its tree can be drawn to the end. */
export const firstMoves = (variant: string): readonly string[] =>
  variant === FIRST.variant ? FIRST.moves : []

/** The query of an address. `moves` is always there: an empty board is not the first look. */
export function settingParams(setting: Setting): Record<string, string | undefined> {
  const { variant, moves, depth, search, ordering, evaluation } = setting
  const text = movesString(gameOf(variant)!, moves)
  return {
    variant,
    // An address keeps no empty values; a space stands for no moves.
    moves: text || ' ',
    depth: String(depth),
    search,
    ordering: ordering ? 'on' : undefined,
    eval: evaluation,
  }
}

export const insideQuery = (setting: Setting): InsideQuery => ({
  variant: setting.variant,
  moves: movesString(gameOf(setting.variant)!, setting.moves),
  depth: setting.depth,
  search: setting.search,
  ordering: setting.ordering && setting.search === 'alphabeta',
  evaluation: setting.evaluation,
})
