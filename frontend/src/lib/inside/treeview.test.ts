import { expect, it } from 'vitest'
import { buildTree } from './tree'
import { TreeView } from './treeview.svelte'

/** The root has the moves a and b; after a there are c and d. */
const tree = buildTree([
  { parent: -1, value: 1 },
  { parent: 0, move: 'a', value: 1 },
  { parent: 1, move: 'c', value: 1, leaf: 'horizon' },
  { parent: 1, move: 'd', value: 2, leaf: 'horizon' },
  { parent: 0, move: 'b', value: 0, leaf: 'horizon' },
])
const newView = () => new TreeView(tree, [0, 1, 2])

it('begins after the last step, at the root, with the principal variation open', () => {
  const view = newView()
  expect(view).toMatchObject({ at: 14, count: 14, selected: 0, playing: false })
  expect([...view.opened].sort()).toEqual([0, 1])
})

it('selects the node of the step to which it goes, and stays within the steps', () => {
  const view = newView()
  view.go(3)
  expect(view).toMatchObject({ at: 3, selected: 2 })
  view.go(-1)
  expect(view).toMatchObject({ at: 0, selected: 0 })
  view.go(15)
  expect(view.at).toBe(14)
})

it('plays until the last step', () => {
  const view = newView()
  view.go(12)
  view.playing = true
  view.go(13)
  expect(view.playing).toBe(true)
  view.go(14)
  expect(view.playing).toBe(false)
})

it('selects a node that is closed, so that the selected node is always drawn', () => {
  const view = newView()
  view.selected = 3
  view.toggle(1, false)
  expect(view.selected).toBe(1)
  expect([...view.opened]).toEqual([0])
  view.toggle(1, true)
  expect([...view.opened].sort()).toEqual([0, 1])
  view.selected = 4
  view.closeAll()
  expect(view.selected).toBe(0)
  view.openAll()
  expect(view.opened.size).toBe(5)
})
