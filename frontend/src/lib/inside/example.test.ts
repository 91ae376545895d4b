import { describe, expect, it, vi } from 'vitest'
import { codeOf, linesOf } from './code'
import { exampleLook, FIRST_LEAVES, LEAVES, randomLeaves } from './example'
import { buildTree, skippedNodes } from './tree'
import { TreeView } from './treeview.svelte'

vi.mock('../games/traytext', () => ({}))

/** The value of the example, as the highest of three lowest of two highest of two. */
function valueOf(leaves: readonly string[]): number {
  const max = (i: number) => Math.max(Number(leaves[i]), Number(leaves[i + 1]))
  return Math.max(...[0, 4, 8].map((i) => Math.min(max(i), max(i + 2))))
}

describe('the example', () => {
  it('skips a leaf, then a branch, then nothing', () => {
    const { nodes } = exampleLook(FIRST_LEAVES, 'alphabeta')
    expect(nodes.flatMap(({ cut, saved }) => (cut ? [[cut.join(' '), saved]] : []))).toEqual([
      ['b', 1],
      ['b', 3],
    ])
  })

  it('has the same value with both searches, and visits or saves each node', () => {
    for (let i = 0; i < 300; i++) {
      const leaves = i === 0 ? FIRST_LEAVES : randomLeaves()
      expect(leaves).toHaveLength(LEAVES)
      const [plain, pruned] = [exampleLook(leaves, 'minimax'), exampleLook(leaves, 'alphabeta')]
      expect(plain.nodes).toHaveLength(1 + 3 + 6 + 12)
      expect([plain.nodes[0]!.value, pruned.nodes[0]!.value]).toEqual([valueOf(leaves), valueOf(leaves)])
      const saved = pruned.nodes.reduce((sum, node) => sum + (node.saved ?? 0), 0)
      expect(pruned.nodes.length + saved).toBe(plain.nodes.length)
      expect(saved).toBeGreaterThan(0)
      // What the page asks for is what the search leaves out.
      expect(skippedNodes(buildTree(plain.nodes)).size).toBe(saved)
      // Both play the same line to a leaf.
      const moves = ({ nodes, line }: typeof plain) => line.map((node) => nodes[node]!.move)
      expect(moves(pruned)).toEqual(moves(plain))
      expect(plain.line).toHaveLength(4)
    }
  })
})

describe('the pseudo-code', () => {
  it('has the line of each step', () => {
    for (const search of ['minimax', 'alphabeta'] as const) {
      const tree = buildTree(exampleLook(FIRST_LEAVES, search).nodes)
      const names = codeOf(search === 'alphabeta').map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const step of tree.steps) expect(names).toContain(linesOf(tree, step)[0])
    }
    const tree = buildTree(exampleLook(FIRST_LEAVES, 'alphabeta').nodes)
    expect(tree.steps.slice(0, 6).map((step) => linesOf(tree, step)[0])).toEqual([
      'max-first',
      'min-first',
      'max-first',
      'leaf',
      'evaluate',
      'max-best',
    ])
  })
})

describe('the question which branches are skipped', () => {
  it('counts the leaves that were found, and the others', () => {
    const look = exampleLook(FIRST_LEAVES, 'minimax')
    const view = new TreeView(buildTree(look.nodes), look.line)
    view.ask(true)
    expect(view.known(0)).toMatchObject({ value: null })
    expect(view.known(3).value).toBe(3) // a leaf
    // Leaf 9 is skipped, and the branch of 0 and 7. The last leaf, 6, is not.
    const leaf = (value: number) => look.nodes.findIndex((node) => node.leaf && node.value === value)
    view.click(leaf(9), false)
    view.click(look.nodes[leaf(0)]!.parent, true)
    view.click(leaf(4), false)
    view.click(leaf(4), false)
    view.click(leaf(8), false)
    expect(view.isChosen(look.nodes[leaf(0)]!.parent)).toBe(true)
    view.click(leaf(0), false)
    expect(view.isChosen(look.nodes[leaf(0)]!.parent)).toBe(false)
    view.click(leaf(0), false)
    expect(view.score).toMatchObject({ all: 3, right: 3, wrong: 1 })
    view.check()
    expect(view.known(0).value).toBe(7)
    view.click(leaf(1), false)
    expect(view.score.wrong).toBe(1)
    view.ask(false)
    expect(view.answer).toBeNull()
  })
})
