/**
 * The tree of a search: the steps in which it grew, the nodes that are open at first, and where nodes are drawn. The
 * functions are pure. The page has the state.
 */
import type { GameView } from '../games'
import type { TreeNode } from '../protocol/inside'

/** One step of the search: it enters a node, compares a child's value, cuts off the other moves, or leaves with a value. */
export interface Step {
  is: 'enter' | 'compare' | 'cut' | 'leave'
  node: number
  /** the child whose value the node compares */
  child?: number
}

/** What a tree needs to know about a game, to name its moves. */
export type MoveNames = Pick<GameView, 'short' | 'phrase'>

/** The names of moves without a game: the moves themselves. */
export const NO_GAME: MoveNames = { short: (move) => move, phrase: () => null }

export interface Tree {
  nodes: readonly TreeNode[]
  game: MoveNames
  /** by node: its children, in the order of the search */
  children: readonly (readonly number[])[]
  /** by node: its distance from the root in plies */
  level: readonly number[]
  /** by node: the number of its descendants in the tree */
  below: readonly number[]
  /** by node: the number of its descendants that the hub has not sent */
  unsent: readonly number[]
  steps: readonly Step[]
  /** by node: the number of the step, from 1, that enters it */
  entered: readonly number[]
  /** by node: the number of the step, from 1, that leaves it */
  left: readonly number[]
}

export function buildTree(nodes: readonly TreeNode[], game = NO_GAME): Tree {
  const children: number[][] = nodes.map(() => [])
  const level = nodes.map(() => 0)
  const below = nodes.map(() => 0)
  nodes.forEach(({ parent }, i) => {
    if (parent < 0) return
    children[parent]!.push(i)
    level[i] = level[parent]! + 1
  })
  const unsent = nodes.map((node) => node.below ?? 0)
  for (let i = nodes.length - 1; i > 0; i--) {
    const { parent } = nodes[i]!
    below[parent]! += below[i]! + 1
    unsent[parent]! += unsent[i]!
  }

  const steps: Step[] = []
  const entered = nodes.map(() => 0)
  const left = nodes.map(() => 0)
  function visit(node: number): void {
    entered[node] = steps.push({ is: 'enter', node })
    for (const child of children[node]!) {
      visit(child)
      steps.push({ is: 'compare', node, child })
    }
    if (nodes[node]!.cut) steps.push({ is: 'cut', node })
    left[node] = steps.push({ is: 'leave', node })
  }
  if (nodes.length > 0) visit(0)
  return { nodes, game, children, level, below, unsent, steps, entered, left }
}

/**
 * A tree with the branch of node `at`, of which `found` has the nodes: those that lead to the branch, and then those of
 * the branch. Nodes up to `at` keep their places.
 */
export function graft(nodes: readonly TreeNode[], at: number, found: readonly TreeNode[]): TreeNode[] {
  const path = pathIn(nodes, at).length - 1
  const added = found.slice(path + 1)
  const moved = (node: number) => (node > at ? node + added.length : node)
  const branch = { ...nodes[at]! }
  delete branch.below
  return [
    ...nodes.slice(0, at),
    branch,
    ...added.map((node) => ({ ...node, parent: node.parent - path + at })),
    ...nodes.slice(at + 1).map((node) => ({ ...node, parent: moved(node.parent) })),
  ]
}

/** The principal variation: from each node to the first child that has exactly its value. */
export function lineOf(nodes: readonly TreeNode[]): number[] {
  const line = [0]
  nodes.forEach(({ parent, value, bound }, i) => {
    if (parent === line.at(-1) && value === nodes[parent]!.value && !bound) line.push(i)
  })
  return line
}

/** How many levels of the tree are below a node, of which all descendants were sent. */
export const heightOf = (tree: Tree, node: number): number =>
  Math.max(...tree.level.slice(node, node + tree.below[node]! + 1)) - tree.level[node]!

/** Whether Max, the side to move at the root, is to move in a node. */
export const isMax = (tree: Tree, node: number): boolean => tree.level[node]! % 2 === 0

/** The nodes from the root to a node. */
export const pathTo = (tree: Tree, node: number): number[] => pathIn(tree.nodes, node)

function pathIn(nodes: readonly TreeNode[], node: number): number[] {
  const path: number[] = []
  for (let at = node; at >= 0; at = nodes[at]!.parent) path.unshift(at)
  return path
}

/** The moves from the root to a node. */
export const movesTo = (tree: Tree, node: number): string[] =>
  pathTo(tree, node)
    .slice(1)
    .map((at) => tree.nodes[at]!.move!)

/** What the search knows of a node at some step. A `value` of null is not known yet. */
export interface Known {
  state: 'unseen' | 'open' | 'done'
  value: number | null
  alpha: number
  beta: number
}

/** What the search knows of a node after `done` steps. The window of an open node narrows with each child. */
export function knownAt(tree: Tree, node: number, done: number): Known {
  const { value, alpha = -Infinity, beta = Infinity } = tree.nodes[node]!
  if (done < tree.entered[node]!) return { state: 'unseen', value: null, alpha, beta }
  if (done >= tree.left[node]!) return { state: 'done', value, alpha, beta }
  // The step after the one that leaves a child compares its value.
  const values = tree.children[node]!.filter((child) => done > tree.left[child]!).map(
    (child) => tree.nodes[child]!.value,
  )
  if (values.length === 0) return { state: 'open', value: null, alpha, beta }
  const max = isMax(tree, node)
  const best = max ? Math.max(...values) : Math.min(...values)
  return {
    state: 'open',
    value: best,
    alpha: max ? Math.max(alpha, best) : alpha,
    beta: max ? beta : Math.min(beta, best),
  }
}

/** The nodes of a tree of plain minimax that alpha-beta does not visit. Each stands before its descendants. */
export function skippedNodes(tree: Tree): Set<number> {
  const skipped = new Set<number>()
  function search(node: number, alpha: number, beta: number): number {
    const children = tree.children[node]!
    if (children.length === 0) return tree.nodes[node]!.value
    const max = isMax(tree, node)
    let best = max ? -Infinity : Infinity
    for (const child of children) {
      if (alpha >= beta) {
        for (let one = child; one <= child + tree.below[child]!; one++) skipped.add(one)
        continue
      }
      const value = search(child, alpha, beta)
      best = max ? Math.max(best, value) : Math.min(best, value)
      if (max) alpha = Math.max(alpha, best)
      else beta = Math.min(beta, best)
    }
    return best
  }
  if (tree.nodes.length > 0) search(0, -Infinity, Infinity)
  return skipped
}

/** The number of the nearest step after or before `at` that cuts off moves; null: there is none. */
export function cutOffFrom({ steps }: Tree, at: number, forward: boolean): number | null {
  const isCut = ({ is }: Step) => is === 'cut'
  const found = forward
    ? steps.findIndex((step, i) => i >= at && isCut(step))
    : steps.slice(0, Math.max(0, at - 1)).findLastIndex(isCut)
  return found < 0 ? null : found + 1
}

/** The number of nodes that the search has visited after `done` steps. These are the first ones. The root always counts. */
export function seenNodes(tree: Tree, done: number): number {
  const next = tree.entered.findIndex((step) => step > done)
  return Math.max(1, next < 0 ? tree.nodes.length : next)
}

/** The number of nodes below a node that are among the first `seen`. */
export const seenBelow = (tree: Tree, node: number, seen: number): number =>
  Math.min(tree.below[node]!, Math.max(0, seen - 1 - node))

/** The nodes that are open at first: those of `line`, then whole levels while no more than `most` nodes are drawn. */
export function firstOpen(tree: Tree, line: readonly number[], most: number): Set<number> {
  const open = new Set<number>(line.filter((node) => tree.children[node]!.length > 0))
  let drawn = 1 + line.reduce((sum, node) => sum + tree.children[node]!.length, 0)
  const depth = Math.max(0, ...tree.level)
  for (let level = 0; level < depth; level++) {
    const more = tree.nodes
      .map((_, i) => i)
      .filter((i) => tree.level[i] === level && !open.has(i) && tree.children[i]!.length > 0)
    drawn += more.reduce((sum, i) => sum + tree.children[i]!.length, 0)
    if (drawn > most) break
    for (const i of more) open.add(i)
  }
  return open
}

/**
 * The nodes that are open at first in a drawing of at most `columns` slots: those of `line` even if they need more slots,
 * then whole levels, then cut-offs while there is room.
 */
export function openToFit(
  tree: Tree,
  line: readonly number[],
  most: number,
  columns: number,
): ReadonlySet<number> {
  for (let drawn = most; ; drawn /= 1.5) {
    const open = firstOpen(tree, line, drawn)
    let room = columns - layoutOf(tree, (node) => open.has(node)).columns
    if (room < 0 && drawn >= 2) continue
    tree.nodes.forEach(({ parent, cut }, node) => {
      const more = tree.children[node]!.length // and the cut-off, instead of the closed node
      if (!cut || open.has(node) || !open.has(parent) || more > room) return
      open.add(node)
      room -= more
    })
    return open
  }
}

/** A node and its siblings that have children. */
export const withSiblings = (tree: Tree, node: number): number[] =>
  (tree.children[tree.nodes[node]!.parent] ?? [node]).filter((one) => tree.children[one]!.length > 0)

/** The sizes in the drawing at scale 1: the width of a node with the space beside it, and half the size of the node. */
export const [SLOT, R] = [56, 17]
/** The distance between two levels, and the middle of the first one. */
export const [LEVEL, TOP] = [90, 28]

/** A node as it is drawn. x counts slots from the left, each as wide as a node. y is the level. */
export interface Placed {
  node: number
  x: number
  y: number
  /** whether the node's children are shown */
  open: boolean
}

export interface Layout {
  placed: Placed[]
  /** where the cut-off moves of a node are drawn, beside its children */
  cuts: { node: number; x: number; y: number }[]
  columns: number
  levels: number
}

/** Places the root and the children of open nodes. A node without shown children takes a slot; others are centred. */
export function layoutOf(tree: Tree, isOpen: (node: number) => boolean): Layout {
  const layout: Layout = { placed: [], cuts: [], columns: 0, levels: 0 }
  function place(node: number): number {
    const y = tree.level[node]!
    layout.levels = Math.max(layout.levels, y + 1)
    const children = tree.children[node]!
    const open = children.length > 0 && isOpen(node)
    const placed: Placed = { node, x: 0, y, open }
    layout.placed.push(placed)
    if (!open) return (placed.x = layout.columns++)
    const xs = children.map(place)
    if (tree.nodes[node]!.cut) {
      xs.push(layout.columns)
      layout.cuts.push({ node, x: layout.columns++, y: y + 1 })
      layout.levels = Math.max(layout.levels, y + 2)
    }
    return (placed.x = (xs[0]! + xs.at(-1)!) / 2)
  }
  if (tree.nodes.length > 0) place(0)
  return layout
}

/** The part of a drawing that the search has visited after `done` steps. Each node stays in its place. */
export function pastOf(tree: Tree, layout: Layout, done: number): Layout {
  const seen = seenNodes(tree, done)
  return {
    ...layout,
    placed: layout.placed
      .filter(({ node }) => node < seen)
      .map((one) => ({ ...one, open: one.open && tree.children[one.node]![0]! < seen })),
    cuts: layout.cuts.filter(({ node }) => done >= tree.left[node]! - 1),
  }
}

/** The node that a key selects, as in any tree view; null: none. `order`: the drawn nodes, depth first. */
export function keyTarget(tree: Tree, order: readonly Placed[], node: number, key: string): number | null {
  const at = order.findIndex((placed) => placed.node === node)
  switch (key) {
    case 'ArrowDown':
      return order[Math.min(order.length - 1, at + 1)]!.node
    case 'ArrowUp':
      return order[Math.max(0, at - 1)]!.node
    case 'ArrowRight':
      return order[at]!.open ? tree.children[node]![0]! : node
    case 'ArrowLeft':
      return Math.max(0, tree.nodes[node]!.parent)
    case 'Home':
      return 0
    case 'End':
      return order.at(-1)!.node
    default:
      return null
  }
}
