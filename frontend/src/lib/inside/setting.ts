/** The settings of a look, and their form in the page's address. */
import type { Params } from '../addresses'
import { gameOf } from '../games'
import { movesString, playableMoves, splitMoves } from '../analysis/line'
import { EVALUATIONS, MAX_DEPTH, type InsideQuery } from '../protocol/inside'
import { formatLevel, parseLevel, PRESETS } from '../levels/text'
import { word } from '../match/setting'
import { areLeaves, EXAMPLE, FIRST_LEAVES } from './example'

export interface Setting extends Omit<InsideQuery, 'moves' | 'under'> {
  /** of the example, whose variant is EXAMPLE: its leaves */
  moves: readonly string[]
}

/** Small boards, whose trees can be drawn to the end. */
export const SMALL = ['connect4:4x4:4', 'connect4:5x4:4'] as const

/** The weights of the preset `basic`, the simplest program in a report. */
export const BASIC = formatLevel(PRESETS.basic)

/** The settings of the first look. */
export const FIRST_SETTING: Setting = {
  variant: EXAMPLE,
  moves: FIRST_LEAVES,
  depth: 3,
  search: 'alphabeta',
  ordering: false,
  table: false,
  evaluation: 'none',
  textbook: false,
  fullRoot: false,
}

/**
 * The evaluations to choose from on a board. In tic-tac-toe the AI has none: it searches to the end, so that `ai` would be
 * `none` under another name. `own`: the texts of the person's levels.
 */
export const evaluationsOf = (variant: string, own: readonly string[] = []): readonly string[] =>
  variant === EXAMPLE
    ? ['none']
    : [
        ...EVALUATIONS.filter((one) => one !== 'ai' || variant !== 'tictactoe'),
        BASIC,
        ...own.filter((text) => text !== BASIC),
      ]

/** Returns the evaluation, or `none` if the board does not have it. */
export const evaluationOn = (variant: string, evaluation: string): string =>
  evaluationsOf(variant, typeof parseLevel(evaluation) === 'object' ? [evaluation] : []).find(
    (one) => one === evaluation,
  ) ?? 'none'

const isEvaluation = (text: string): boolean =>
  (EVALUATIONS as readonly string[]).includes(text) || typeof parseLevel(text) === 'object'

/** Reads the query of an address. Missing and unknown settings are those of the first look. */
export function readSetting(query: URLSearchParams): Setting {
  const asked = query.get('variant') ?? FIRST_SETTING.variant
  const variant = gameOf(asked) ? asked : EXAMPLE
  const text = query.get('moves')
  const depth = Number(query.get('depth') ?? FIRST_SETTING.depth)
  const evaluation = query.get('eval') ?? FIRST_EVALUATION
  return {
    variant,
    moves: text === null || asked !== variant ? firstMoves(variant) : movesOf(variant, text),
    depth: Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH ? depth : FIRST_SETTING.depth,
    search: query.get('search') === 'minimax' ? 'minimax' : FIRST_SETTING.search,
    ordering: query.get('ordering') === 'on',
    table: query.get('table') === 'on',
    textbook: query.get('textbook') === 'on',
    fullRoot: query.get('root') === 'full',
    evaluation: evaluationOn(variant, isEvaluation(evaluation) ? evaluation : FIRST_EVALUATION),
  }
}

/** The evaluation shown first for a board. */
export const FIRST_EVALUATION = 'tens'

/** What is shown first for a board: in tic-tac-toe three marks, so that the tree can be drawn to the end. */
export const firstMoves = (variant: string): readonly string[] =>
  variant === EXAMPLE ? FIRST_LEAVES : variant === 'tictactoe' ? ['a1', 'b2', 'a2'] : []

function movesOf(variant: string, text: string): readonly string[] {
  if (variant === EXAMPLE) return areLeaves(text) ? [...text] : FIRST_LEAVES
  const game = gameOf(variant)!
  return playableMoves(game, splitMoves(game, text))
}

/** The query of the page's address. It always has `moves`, because the first look is not at an empty board. */
export function settingParams(setting: Setting): Params {
  const { variant, moves, depth, search, ordering, table, evaluation, textbook, fullRoot } = setting
  if (variant === EXAMPLE) return { variant, moves: moves.join(''), search }
  const text = movesString(gameOf(variant)!, moves)
  return {
    variant,
    // Empty values are left out of an address, so a space stands for no moves.
    moves: text || ' ',
    depth: String(depth),
    search,
    ordering: ordering ? 'on' : undefined,
    table: table ? 'on' : undefined,
    textbook: textbook ? 'on' : undefined,
    root: fullRoot ? 'full' : undefined,
    eval: evaluation,
  }
}

/** `under`: the moves from the position to the branch that is asked for */
export const insideQuery = (setting: Setting, under: readonly string[] = []): InsideQuery => ({
  ...setting,
  moves: movesString(gameOf(setting.variant)!, setting.moves),
  ordering: setting.ordering && setting.search === 'alphabeta',
  table: setting.table && setting.ordering && setting.search === 'alphabeta',
  fullRoot: setting.fullRoot && setting.search === 'alphabeta',
  ...(under.length > 0 && { under: movesString(gameOf(setting.variant)!, under) }),
})

/** The command that measures the same searches in a terminal. */
export function commandOf({ variant, moves, depth, evaluation, textbook, fullRoot }: Setting): string {
  const played = movesString(gameOf(variant)!, moves)
  return [
    `quatre-worker experiment effort -game ${variant} -depth ${depth} -evaluation ${word(evaluation)}`,
    ...(played ? [`-moves ${word(played)}`] : []),
    ...(textbook ? ['-textbook'] : []),
    ...(fullRoot ? ['-full-root'] : []),
  ].join(' ')
}
