/**
 * A small tree as textbooks have it: three levels, twelve leaves with values from 0 to 9, and no game. The page searches
 * it by itself.
 */
import type { Look, Search, TreeNode } from '../protocol/inside'
import { gameOf } from '../games'
import { lineOf, NO_GAME, type MoveNames } from './tree'

/** How an address and the settings name the tree, in the place of a variant. */
export const EXAMPLE = 'example'

/** The number of moves at each level. */
const SHAPE = [3, 2, 2] as const
export const LEAVES = SHAPE.reduce((product, moves) => product * moves, 1)

/** The leaves of the first example: alpha-beta skips a leaf, then a whole branch, then nothing. */
export const FIRST_LEAVES = [...'356912074876']

/** The moves of the example are named a, b and c. */
export const moveNames = (variant: string): MoveNames => gameOf(variant) ?? NO_GAME

export const areLeaves = (text: string): boolean => new RegExp(`^[0-9]{${LEAVES}}$`).test(text)

/** Other leaves, with which alpha-beta skips something. */
export function randomLeaves(): string[] {
  for (;;) {
    const leaves = Array.from({ length: LEAVES }, () => String(Math.floor(Math.random() * 10)))
    if (exampleLook(leaves, 'alphabeta').nodes.length < exampleLook(leaves, 'minimax').nodes.length)
      return leaves
  }
}

/** Searches the tree with these leaves, from left to right. */
export function exampleLook(leaves: readonly string[], search: Search): Look {
  const pruned = search === 'alphabeta'
  const nodes: TreeNode[] = []
  const levels: number[] = []
  /** The number of nodes of a branch whose root is at a level. */
  const size = (level: number): number => 1 + (level < SHAPE.length ? SHAPE[level]! * size(level + 1) : 0)

  function visit(
    parent: number,
    move: string | undefined,
    path: number,
    alpha: number,
    beta: number,
  ): number {
    const level = parent < 0 ? 0 : levels[parent]! + 1
    const node: TreeNode = { parent, value: 0 }
    if (move) node.move = move
    if (alpha > -Infinity) node.alpha = alpha
    if (beta < Infinity) node.beta = beta
    const at = nodes.push(node) - 1
    levels.push(level)
    const width = SHAPE[level]
    if (width === undefined) {
      node.leaf = 'horizon'
      return (node.value = Number(leaves[path]))
    }
    const [max, from, to] = [level % 2 === 0, alpha, beta]
    let best = max ? -Infinity : Infinity
    for (let i = 0; i < width; i++) {
      const value = visit(at, 'abc'[i], path * width + i, alpha, beta)
      best = max ? Math.max(best, value) : Math.min(best, value)
      if (!pruned) continue
      if (max) alpha = Math.max(alpha, best)
      else beta = Math.min(beta, best)
      if (alpha < beta || i === width - 1) continue
      node.cut = [...'abc'.slice(i + 1, width)]
      node.saved = node.cut.length * size(level + 1)
      break
    }
    if (best <= from) node.bound = 'upper'
    else if (best >= to) node.bound = 'lower'
    return (node.value = best)
  }
  visit(-1, undefined, 0, -Infinity, Infinity)
  return {
    variant: EXAMPLE,
    turn: 'first',
    over: false,
    depth: SHAPE.length,
    search,
    ordering: false,
    table: false,
    evaluation: 'none',
    features: [],
    efforts: [],
    nodes,
    line: lineOf(nodes),
  }
}
