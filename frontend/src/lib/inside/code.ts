/** The pseudo-code of minimax and alpha-beta, and which of its lines a step of the search executes. */
import { m } from '../paraglide/messages'
import type { Step, Tree } from './tree'
import { isMax } from './tree'

/** The lines for Max and for Min are mirrored. */
type Half = 'max' | 'min'
export type LineName =
  'head' | 'leaf' | 'evaluate' | `${Half}-${'turn' | 'first' | 'each' | 'best' | 'bound' | 'cut' | 'return'}`

export interface CodeLine {
  name: LineName
  /** how often it is indented */
  indent: number
  text: string
}

export function codeOf(pruned: boolean): CodeLine[] {
  const call = (node: string, depth: string) =>
    pruned ? `alphabeta(${node}, ${depth}, α, β)` : `minimax(${node}, ${depth})`
  const [best, depth] = [m.code_best(), m.code_depth()]
  const child = call(m.code_child(), `${depth} − 1`)
  const line = (name: LineName, indent: number, text: string): CodeLine => ({ name, indent, text })
  const half = (who: Half): CodeLine[] => [
    line(`${who}-turn`, 1, who === 'max' ? m.code_max() : m.code_min()),
    line(`${who}-first`, 2, `${best} ← ${who === 'max' ? '−∞' : '+∞'}`),
    line(`${who}-each`, 2, m.code_each()),
    line(`${who}-best`, 3, `${best} ← ${who}(${best}, ${child})`),
    ...(pruned
      ? [
          line(`${who}-bound`, 3, who === 'max' ? `α ← max(α, ${best})` : `β ← min(β, ${best})`),
          line(`${who}-cut`, 3, m.code_cut()),
        ]
      : []),
    line(`${who}-return`, 2, m.code_return({ what: best })),
  ]
  return [
    line('head', 0, m.code_head({ call: call(m.code_node(), depth) })),
    line('leaf', 1, m.code_leaf()),
    line('evaluate', 2, m.code_return({ what: m.code_evaluation() })),
    ...half('max'),
    ...half('min'),
  ]
}

/** The lines that a step executes. */
export function linesOf(tree: Tree, { is, node }: Step): LineName[] {
  const known = tree.nodes[node]!.leaf === 'table' // the program has no table
  const leaf = !known && tree.children[node]!.length === 0
  const half = isMax(tree, node) ? 'max' : 'min'
  const lines: Record<Step['is'], LineName[]> = {
    enter: [known ? 'head' : leaf ? 'leaf' : `${half}-first`],
    compare: [`${half}-best`, `${half}-bound`],
    cut: [`${half}-cut`],
    leave: [leaf ? 'evaluate' : `${half}-return`],
  }
  return lines[is]
}
