/** The texts of a look inside the search, in the person's language. */
import { moveText } from '../i18n/boardtext'
import { capital } from '../i18n/capital'
import { m } from '../paraglide/messages'
import { EVALUATIONS } from '../protocol/inside'
import { levelName } from '../i18n/names'
import { numberText } from '../i18n/numbers'
import { BASIC } from './setting'
import { isMax, knownAt, type Known, type Step, type Tree } from './tree'

/** The score of a win with the n-th ply from the root is WIN - n, that of a loss n - WIN. */
const WIN = 1_000_000
/** A score beyond this is a certain win or loss. */
const MOST_ESTIMATE = WIN - 256

/** A score as it is drawn: `+12`, `−3`, `0`; `#3` for a win with the third ply, `−#4` for a loss with the fourth, `∞`. */
export function scoreText(score: number): string {
  const sign = score < 0 ? '−' : ''
  const size = Math.abs(score)
  if (size === Infinity) return sign + '∞'
  if (size > MOST_ESTIMATE) return `${sign}#${WIN - size}`
  return (score > 0 ? '+' : sign) + size
}

export function evaluationName(evaluation: string): string {
  const known = EVALUATIONS.find((one) => one === evaluation)
  if (known) return m.inside_eval({ evaluation: known })
  return evaluation === BASIC ? m.levels_basic() : levelName(evaluation)
}

export const playerName = (max: boolean): string => (max ? m.inside_max() : m.inside_min())

/** The move that leads to a node. */
export function nodeMove(tree: Tree, node: number): string {
  const { move } = tree.nodes[node]!
  return move === undefined ? m.inside_root() : moveText(tree.game, move)
}

/** The same among words. The moves of the example are letters, and a letter alone could be a word. */
export const namedMove = (tree: Tree, node: number): string =>
  hasLetter(tree, node) ? m.inside_move_named({ name: nodeMove(tree, node) }) : nodeMove(tree, node)

const hasLetter = (tree: Tree, node: number): boolean =>
  node > 0 && tree.game.phrase(tree.nodes[node]!.move!) === null

/** What is known of a node's value: an exact value, a lower or upper bound, or nothing yet. */
export function valueText(tree: Tree, node: number, known: Known): string {
  if (known.value === null) return m.inside_unknown()
  const value = scoreText(known.value)
  const bound =
    known.state === 'done'
      ? tree.nodes[node]!.bound
      : isMax(tree, node)
        ? ('lower' as const)
        : ('upper' as const)
  if (bound === 'lower') return m.inside_at_least({ value })
  return bound === 'upper' ? m.inside_at_most({ value }) : value
}

/** The same in a sentence: with its article, where the language has one. */
const theMove = (tree: Tree, node: number): string => {
  const what = nodeMove(tree, node)
  if (hasLetter(tree, node)) return m.inside_the_move_named({ name: what })
  return node === 0 ? what : m.inside_the_move({ what })
}

export const stepText = (tree: Tree, { is, node, child }: Step): string => {
  const what = theMove(tree, node)
  switch (is) {
    case 'enter':
      // The player who looks at a move is the one who makes it.
      return m.inside_step_enter({ player: playerName(node === 0 || !isMax(tree, node)), what })
    case 'compare': {
      const before = knownAt(tree, node, tree.left[child!]!).value
      const after = knownAt(tree, node, tree.left[child!]! + 1).value!
      const player = playerName(isMax(tree, node))
      if (before === after) return m.inside_step_kept({ player, best: scoreText(after) })
      return m.inside_step_better({ player, value: scoreText(after) })
    }
    case 'cut': {
      const { alpha, beta } = knownAt(tree, node, tree.left[node]! - 1)
      return m.inside_step_cut({
        player: playerName(!isMax(tree, node)),
        alpha: scoreText(alpha),
        beta: scoreText(beta),
      })
    }
    case 'leave':
      return m.inside_step_leave({
        what: capital(what),
        value: valueText(tree, node, knownAt(tree, node, tree.left[node]!)),
      })
  }
}

/** How an answer about a node was, to the question which nodes alpha-beta skips. */
export type Mark = 'right' | 'wrong' | 'missed'

/** Describes a node for a screen reader. */
export function nodeLabel(
  tree: Tree,
  node: number,
  known: Known,
  more: { pruned: boolean; inLine: boolean; hidden: number; chosen?: boolean; mark?: Mark | null },
): string {
  const { leaf, cut, saved, again } = tree.nodes[node]!
  const move = namedMove(tree, node)
  const parts = [leaf ? move : `${playerName(isMax(tree, node))}, ${move}`]
  parts.push(
    known.value === null ? m.inside_unknown() : m.inside_value_is({ value: valueText(tree, node, known) }),
  )
  if (leaf) parts.push(m.inside_leaf({ leaf }))
  else if (more.pruned)
    parts.push(m.inside_window_is({ alpha: scoreText(known.alpha), beta: scoreText(known.beta) }))
  if (again) parts.push(m.inside_again())
  if (known.state === 'done') {
    if (cut) parts.push(m.inside_cut_is({ moves: cut.map(tree.game.short).join(', ') }))
    if (saved) parts.push(m.inside_saved({ count: saved, text: numberText(saved) }))
  }
  if (more.chosen) parts.push(m.inside_chosen())
  if (more.mark) parts.push(m.inside_mark({ mark: more.mark }))
  if (more.inLine) parts.push(m.inside_in_line())
  if (more.hidden > 0) parts.push(m.inside_hidden({ count: more.hidden, text: numberText(more.hidden) }))
  return parts.join(', ')
}

/** A time with three digits, in milliseconds from 1 ms on. */
export const timeText = (us: number): string =>
  us < 1000
    ? `${numberText(us)}\u00a0µs`
    : numberText(us / 1000, { style: 'unit', unit: 'millisecond', maximumSignificantDigits: 3 })
