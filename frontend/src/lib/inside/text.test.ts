import { beforeEach, describe, expect, it, vi } from 'vitest'
import { gameOf } from '../games'
import { overwriteGetLocale } from '../paraglide/runtime'
import type { TreeNode } from '../protocol/inside'
import { nodeLabel, scoreText, stepText } from './text'
import { buildTree, knownAt, type Step } from './tree'

const language = vi.hoisted((): { now: 'en' | 'fr' } => ({ now: 'fr' }))
vi.mock('../i18n/locale.svelte', () => ({ language }))
overwriteGetLocale(() => language.now)

/** After column 2, Min finds as much as Max has after column 1, so that column 4 is left out. */
const nodes: TreeNode[] = [
  { parent: -1, value: 3 },
  { parent: 0, move: '1', value: 3, leaf: 'horizon' },
  { parent: 0, move: '2', value: 3, alpha: 3, bound: 'upper', cut: ['4'], saved: 1 },
  { parent: 2, move: '3', value: 3, alpha: 3, leaf: 'horizon' },
]
const tree = buildTree(nodes, gameOf('connect4:7x6:4')!)
const text = (is: Step['is'], node: number) => stepText(tree, { is, node }).replace(/\s/g, ' ')

describe('the texts of a search', () => {
  beforeEach(() => void (language.now = 'fr'))

  it('say why moves were left out, also if both have as much', () => {
    expect(text('cut', 2)).toBe('Coupure : α = +3 ≥ β = +3. Max a déjà au moins aussi bien ailleurs.')
    language.now = 'en'
    expect(text('cut', 2)).toBe(
      'Cut-off: α = +3 ≥ β = +3. Max already has something at least as good elsewhere.',
    )
  })

  it('are sentences', () => {
    expect(text('enter', 0)).toBe('Max examine la racine.')
    expect(text('enter', 1)).toBe('Max examine la colonne 1.')
    expect(text('enter', 3)).toBe('Min examine la colonne 3.')
    expect(text('leave', 1)).toBe('La colonne 1 vaut +3.')
    language.now = 'en'
    expect(text('leave', 1)).toBe('Column 1 is worth +3.')
  })

  it('quote a move whose name is a letter', () => {
    const letters = buildTree(nodes.map((node) => (node.move ? { ...node, move: 'a' } : node)))
    expect(stepText(letters, { is: 'leave', node: 1 })).toBe('Le coup «\u202fa\u202f» vaut +3.')
    language.now = 'en'
    expect(stepText(letters, { is: 'enter', node: 1 })).toBe('Max looks at move “a”.')
    const more = { pruned: true, inLine: false, hidden: 0 }
    expect(nodeLabel(letters, 1, knownAt(letters, 1, letters.steps.length), more)).toMatch(/^move “a”, /)
  })

  it('count one node as one', () => {
    const label = (hidden: number) =>
      nodeLabel(tree, 2, knownAt(tree, 2, tree.steps.length), { pruned: true, inLine: false, hidden })
    expect(label(1)).toMatch(/, 1 nœud évité, 1 nœud caché$/)
    expect(label(2)).toMatch(/, 2 nœuds cachés$/)
    language.now = 'en'
    expect(label(1)).toMatch(/, 1 node saved, 1 node hidden$/)
  })
})

it('says why a node that the table knew has no children', () => {
  language.now = 'en'
  const known = buildTree(
    [nodes[0]!, { parent: 0, move: '4', value: 3, bound: 'upper', leaf: 'table', saved: 7 }],
    gameOf('connect4:7x6:4')!,
  )
  expect(
    nodeLabel(known, 1, knownAt(known, 1, known.steps.length), { pruned: true, inLine: false, hidden: 0 }),
  ).toBe(
    'column 4, value at most +3, its value was already known: other moves lead to the same position, 7 nodes saved',
  )
})

describe('a score', () => {
  it.each([
    [0, '0'],
    [12, '+12'],
    [-3, '−3'],
    [999_997, '#3'],
    [-999_996, '−#4'],
    [Infinity, '∞'],
    [-Infinity, '−∞'],
  ])('%s is %s', (score, text) => expect(scoreText(score)).toBe(text))
})
