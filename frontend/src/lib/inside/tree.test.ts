import { describe, expect, it, vi } from 'vitest'
import { insideAddress } from '../analysis/line'
import { gameOf, loadGames } from '../games'
import type { TreeNode } from '../protocol/inside'
import { evaluationsOf, FIRST_SETTING, firstMoves, insideQuery, readSetting, settingParams } from './setting'
import {
  buildTree,
  cutOffFrom,
  firstOpen,
  graft,
  heightOf,
  keyTarget,
  knownAt,
  layoutOf,
  lineOf,
  movesTo,
  openToFit,
  pastOf,
  pathTo,
  seenBelow,
  seenNodes,
  skippedNodes,
  withSiblings,
} from './tree'

// Unit tests need no messages.
vi.mock('../games/traytext', () => ({}))
await loadGames()

/**
 * The root has the moves a and b. After a, Min can choose 3 or 5, and chooses 3. After b, Min finds 2. That is worse
 * for Max than 3, so the search cuts off the move d.
 */
const NODES: TreeNode[] = [
  { parent: -1, value: 3 },
  { parent: 0, move: 'a', value: 3 },
  { parent: 1, move: 'c', value: 5, leaf: 'horizon' },
  { parent: 1, move: 'd', value: 3, beta: 5, leaf: 'horizon' },
  { parent: 0, move: 'b', value: 2, alpha: 3, bound: 'upper', cut: ['d'], saved: 1 },
  { parent: 4, move: 'c', value: 2, alpha: 3, leaf: 'horizon' },
]
const tree = buildTree(NODES)

describe('a tree', () => {
  it('has the steps of the search in their order', () => {
    expect(tree.steps.map(({ is, node }) => `${is} ${node}`)).toEqual([
      'enter 0',
      'enter 1',
      'enter 2',
      'leave 2',
      'compare 1',
      'enter 3',
      'leave 3',
      'compare 1',
      'leave 1',
      'compare 0',
      'enter 4',
      'enter 5',
      'leave 5',
      'compare 4',
      'cut 4',
      'leave 4',
      'compare 0',
      'leave 0',
    ])
    expect(tree.below).toEqual([5, 2, 0, 0, 1, 0])
    expect(tree.level).toEqual([0, 1, 2, 2, 1, 2])
  })

  it('knows at each step what the search knows', () => {
    const root = (done: number) => knownAt(tree, 0, done)
    expect(root(0).state).toBe('unseen')
    expect(root(1)).toEqual({ state: 'open', value: null, alpha: -Infinity, beta: Infinity })
    expect(root(10)).toEqual({ state: 'open', value: 3, alpha: 3, beta: Infinity })
    expect(root(18)).toEqual({ state: 'done', value: 3, alpha: -Infinity, beta: Infinity })
    // Min's window closes when a child is worse for Max than a value that Max already has.
    expect(knownAt(tree, 1, 5)).toEqual({ state: 'open', value: 5, alpha: -Infinity, beta: 5 })
    expect(knownAt(tree, 4, 14)).toEqual({ state: 'open', value: 2, alpha: 3, beta: 2 })
  })

  it('leads to each node by its moves', () => {
    expect(pathTo(tree, 5)).toEqual([0, 4, 5])
    expect(movesTo(tree, 5)).toEqual(['b', 'c'])
    expect(movesTo(tree, 0)).toEqual([])
  })

  it('opens the principal variation and as many levels as fit', () => {
    expect([...firstOpen(tree, [0, 1, 3], 100)].sort()).toEqual([0, 1, 4])
    expect([...firstOpen(tree, [0, 1, 3], 5)].sort()).toEqual([0, 1])
  })

  it('is drawn with each node in the middle of its children, and cut-offs beside them', () => {
    const { placed, cuts, columns, levels } = layoutOf(tree, () => true)
    expect(placed.map(({ node, x, y }) => [node, x, y])).toEqual([
      [0, 1.5, 0],
      [1, 0.5, 1],
      [2, 0, 2],
      [3, 1, 2],
      [4, 2.5, 1],
      [5, 2, 2],
    ])
    expect(cuts).toEqual([{ node: 4, x: 3, y: 2 }])
    expect([columns, levels]).toEqual([4, 3])
    const closed = layoutOf(tree, (node) => node === 0)
    expect(closed.placed.map(({ node, open }) => [node, open])).toEqual([
      [0, true],
      [1, false],
      [4, false],
    ])
  })

  it('hides what the search has not come to', () => {
    const whole = layoutOf(tree, () => true)
    const nodesAt = (done: number) => pastOf(tree, whole, done).placed.map(({ node }) => node)
    expect(nodesAt(0)).toEqual([0])
    expect(pastOf(tree, whole, 1).placed[0]!.open).toBe(false)
    expect(nodesAt(2)).toEqual([0, 1])
    expect(nodesAt(12)).toEqual([0, 1, 2, 3, 4, 5])
    // Nothing moves, and the cut-off comes with its step.
    expect(pastOf(tree, whole, 2).placed[1]).toMatchObject({ node: 1, x: 0.5, open: false })
    expect(pastOf(tree, whole, 14).cuts).toEqual([])
    expect(pastOf(tree, whole, 15).cuts).toEqual(whole.cuts)
    expect(pastOf(tree, whole, 18)).toEqual(whole)
    // Nor does the number of hidden nodes tell how many will come.
    expect([0, 1, 2, 6].map((done) => seenBelow(tree, 1, seenNodes(tree, done)))).toEqual([0, 0, 0, 2])
  })

  it('is opened as far as it fits', () => {
    const columns = (room: number) => {
      const open = openToFit(tree, [0, 1, 3], 100, room)
      return layoutOf(tree, (node) => open.has(node)).columns
    }
    expect(columns(4)).toBe(4)
    expect(columns(3)).toBe(3)
    expect(columns(1)).toBe(3) // the principal variation
    // Cut-offs come before other nodes: 4 has one, and takes one more slot than a closed node.
    expect([...openToFit(tree, [0], 1, 3)]).toEqual([0, 4])
    expect(withSiblings(tree, 4)).toEqual([1, 4])
    expect(withSiblings(tree, 0)).toEqual([0])
  })

  it('is crossed by keys as every tree', () => {
    const { placed } = layoutOf(tree, (node) => node !== 4)
    const to = (node: number, key: string) => keyTarget(tree, placed, node, key)
    expect(to(0, 'ArrowDown')).toBe(1)
    expect(to(3, 'ArrowDown')).toBe(4)
    expect(to(4, 'ArrowDown')).toBe(4)
    expect(to(4, 'ArrowUp')).toBe(3)
    expect(to(1, 'ArrowRight')).toBe(2)
    expect(to(4, 'ArrowRight')).toBe(4)
    expect(to(3, 'ArrowLeft')).toBe(1)
    expect(to(0, 'ArrowLeft')).toBe(0)
    expect(to(3, 'Home')).toBe(0)
    expect(to(3, 'End')).toBe(4)
    expect(to(3, 'x')).toBeNull()
  })

  it('leads to its cut-offs', () => {
    expect([0, 14, 15].map((at) => cutOffFrom(tree, at, true))).toEqual([15, 15, null])
    expect([14, 15, 16, 18].map((at) => cutOffFrom(tree, at, false))).toEqual([null, null, 15, 15])
  })

  it('of minimax tells what alpha-beta skips', () => {
    const values = [
      [3, 5, 8],
      [2, 9, 9],
      [7, 1, 4],
    ]
    const nodes: TreeNode[] = [{ parent: -1, value: 3 }]
    for (const leaves of values) {
      const parent = nodes.push({ parent: 0, move: 'a', value: Math.min(...leaves) }) - 1
      for (const value of leaves) nodes.push({ parent, move: 'a', value, leaf: 'horizon' })
    }
    // After 2 the rest of the second move; after 1 the rest of the third.
    expect([...skippedNodes(buildTree(nodes))]).toEqual([7, 8, 12])
    expect(skippedNodes(buildTree([])).size).toBe(0)
  })

  it('may be empty', () => {
    const empty = buildTree([])
    expect(empty.steps).toEqual([])
    expect(layoutOf(empty, () => true).placed).toEqual([])
  })
})

describe('the address of a look', () => {
  const read = (params: Record<string, string | undefined>) =>
    readSetting(
      new URLSearchParams(Object.entries(params).filter((pair): pair is [string, string] => !!pair[1])),
    )

  it('keeps everything', () => {
    const setting = {
      variant: 'connect4:7x6:4',
      moves: ['4', '4'],
      depth: 5,
      search: 'minimax',
      ordering: true,
      table: true,
      evaluation: 'classic',
      textbook: true,
      fullRoot: true,
    } as const
    expect(read(settingParams(setting))).toEqual(setting)
    expect(read(settingParams({ ...setting, moves: [] })).moves).toEqual([])
    const example = { ...FIRST_SETTING, moves: [...'987654321098'], search: 'minimax' } as const
    expect(read(settingParams(example))).toEqual(example)
    expect(insideQuery(setting)).toMatchObject({ moves: '44', ordering: false, table: false })
    expect(insideQuery({ ...setting, search: 'alphabeta' })).toMatchObject({ ordering: true, table: true })
    expect(insideQuery({ ...setting, search: 'alphabeta', ordering: false }).table).toBe(false)
  })

  it('without anything is the first look, and what is wrong in it is left out', () => {
    expect(read({})).toEqual(FIRST_SETTING)
    // In tic-tac-toe the AI has no evaluation.
    expect(read({ variant: 'tictactoe', eval: 'ai' }).evaluation).toBe('none')
    expect(read({ variant: 'connect4:5x4:4', eval: 'ai' }).evaluation).toBe('ai')
    expect(evaluationsOf('tictactoe')).not.toContain('ai')
    expect(read({ variant: 'chess', depth: '12', search: 'x', eval: 'y', moves: 'P1' })).toEqual(
      FIRST_SETTING,
    )
    expect(read({ variant: 'force3:fair', eval: 'ai', moves: 'P1 P9 P5' })).toMatchObject({
      variant: 'force3:fair',
      evaluation: 'ai',
      moves: ['P1', 'P9'],
    })
    const own = 'custom:depth=3,open3=4,name=Ana'
    expect(read({ variant: 'connect4:15x15:5', eval: own }).evaluation).toBe(own)
    expect(read({ variant: 'tictactoe', eval: 'custom:depth=0' }).evaluation).toBe('tens')
    expect(read({ variant: 'example', moves: '12345' })).toEqual(FIRST_SETTING)
    expect(read({ variant: 'tictactoe' })).toMatchObject({ moves: ['a1', 'b2', 'a2'], evaluation: 'tens' })
    expect(firstMoves('connect4:4x4:4')).toEqual([])
  })
})

describe('a branch that the hub sends later', () => {
  const [a, b]: TreeNode[] = [
    { parent: 0, move: 'a', value: 3, below: 3 },
    { parent: 0, move: 'b', value: 1, bound: 'upper', leaf: 'horizon' },
  ]
  const first: TreeNode[] = [{ parent: -1, value: 3 }, a!, b!]

  it('takes its place in the tree', () => {
    const tree = buildTree(first)
    expect([tree.below[0], tree.unsent[0], tree.unsent[1]]).toEqual([2, 3, 3])
    const branch: TreeNode[] = [
      { parent: -1, value: 3 },
      { parent: 0, move: 'a', value: 3 },
      { parent: 1, move: 'c', value: 4, bound: 'lower', leaf: 'horizon' },
      { parent: 1, move: 'd', value: 3 },
      { parent: 3, move: 'e', value: 3, leaf: 'over' },
    ]
    const grown = graft(first, 1, branch)
    expect(grown.map(({ parent, move }) => [parent, move])).toEqual([
      [-1, undefined],
      [0, 'a'],
      [1, 'c'],
      [1, 'd'],
      [3, 'e'],
      [0, 'b'],
    ])
    expect(buildTree(grown).unsent[0]).toBe(0)
    expect(lineOf(grown)).toEqual([0, 1, 3, 4])
    expect([0, 1, 2, 5].map((node) => heightOf(buildTree(grown), node))).toEqual([3, 2, 0, 0])
  })
})

describe('the way to a look', () => {
  it('leads from a position to the same one', () => {
    const at = (variant: string, moves: string[]) => insideAddress(gameOf(variant)!, variant, moves)
    const read = (address: string) => readSetting(new URL(address, 'http://hub').searchParams)
    expect(read(at('connect4:6x5:4', ['4', '3']))).toMatchObject({
      variant: 'connect4:6x5:4',
      moves: ['4', '3'],
      evaluation: 'ai',
    })
    expect(read(at('tictactoe', []))).toMatchObject({ variant: 'tictactoe', moves: [], evaluation: 'tens' })
    expect(read(at('force3', ['P1']))).toMatchObject({ variant: 'force3', moves: ['P1'], evaluation: 'ai' })
  })
})
