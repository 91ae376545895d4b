/** The settings of a look, and their form in the page's address. */
import { gameOf } from '../games'
import { movesString, playableMoves, splitMoves } from '../analysis/line'
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

/** The settings of the first look: a small tree, in which good moves first save much. */
export const FIRST_SETTING: Setting = {
  variant: 'tictactoe',
  moves: ['a1', 'b2', 'a2'],
  depth: 3,
  search: 'alphabeta',
  ordering: false,
  evaluation: 'tens',
}

/**
 * The evaluations of a board. In tic-tac-toe the AI has none: it searches to the end, so that `ai` would be `none` under
 * another name.
 */
export const evaluationsOf = (variant: string): readonly Evaluation[] =>
  variant === 'tictactoe' ? EVALUATIONS.filter((one) => one !== 'ai') : EVALUATIONS

/** Returns the evaluation, or `none` if the board does not have it. */
export const evaluationOn = (variant: string, evaluation: Evaluation): Evaluation =>
  evaluationsOf(variant).includes(evaluation) ? evaluation : 'none'

/** Reads the query of an address. Missing and unknown settings are those of the first look. */
export function readSetting(query: URLSearchParams): Setting {
  const asked = query.get('variant') ?? FIRST_SETTING.variant
  const variant = gameOf(asked) && !asked.startsWith('force3') ? asked : FIRST_SETTING.variant
  const game = gameOf(variant)!
  const text = query.get('moves')
  const depth = Number(query.get('depth') ?? FIRST_SETTING.depth)
  const evaluation = query.get('eval') as Evaluation
  return {
    variant,
    moves:
      text === null
        ? firstMoves(variant)
        : playableMoves(game, asked === variant ? splitMoves(game, text) : []),
    depth: Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH ? depth : FIRST_SETTING.depth,
    search: query.get('search') === 'minimax' ? 'minimax' : FIRST_SETTING.search,
    ordering: query.get('ordering') === 'on',
    evaluation: evaluationOn(
      variant,
      EVALUATIONS.includes(evaluation) ? evaluation : FIRST_SETTING.evaluation,
    ),
  }
}

/** The position shown first for a board: in tic-tac-toe three marks, so that the tree can be drawn to the end. */
export const firstMoves = (variant: string): readonly string[] =>
  variant === FIRST_SETTING.variant ? FIRST_SETTING.moves : []

/** The query of the page's address. It always has `moves`, because the first look is not at an empty board. */
export function settingParams(setting: Setting): Record<string, string | undefined> {
  const { variant, moves, depth, search, ordering, evaluation } = setting
  const text = movesString(gameOf(variant)!, moves)
  return {
    variant,
    // Empty values are left out of an address, so a space stands for no moves.
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
