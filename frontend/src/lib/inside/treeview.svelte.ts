/** What a person sees of a search tree: how many of its steps, which nodes are open, and the selected node. */
import { Stepper } from '../history/stepper.svelte'
import { firstOpen, openToFit, type Tree } from './tree'

/** How many nodes are drawn at first; the others can be opened. */
const FIRST_DRAWN = 90

/* eslint-disable svelte/prefer-svelte-reactivity -- each set is created at a change, and never modified */

/** Another search has another view, which begins after the last step at the root. `at` counts the steps that are done. */
export class TreeView extends Stepper {
  selected = $state(0)
  /** the nodes whose children are shown. The children of the selected node's ancestors are always shown */
  opened = $state.raw<ReadonlySet<number>>(new Set())

  constructor(
    readonly tree: Tree,
    /** the nodes of the principal variation */
    readonly line: readonly number[],
  ) {
    super()
    this.at = tree.steps.length
    this.opened = firstOpen(tree, line, FIRST_DRAWN)
  }

  /** the number of steps */
  get count(): number {
    return this.tree.steps.length
  }

  /** Goes to the position after so many steps, and selects the node of the last of them. */
  override go(to: number): void {
    super.go(to)
    this.selected = this.at === 0 ? 0 : this.tree.steps[this.at - 1]!.node
  }

  /** Shows or hides the children of a node. */
  toggle(node: number, open: boolean): void {
    if (open) return this.open([node])
    this.opened = new Set([...this.opened].filter((other) => other !== node))
    this.selected = node
  }

  open(nodes: Iterable<number>): void {
    this.opened = new Set([...this.opened, ...nodes])
  }

  openAll(): void {
    this.open(this.tree.nodes.keys())
  }

  closeAll(): void {
    this.opened = new Set([0])
    this.selected = 0
  }

  /** Opens as much as fits in a drawing of this many columns. */
  openToFit(columns: number): void {
    this.opened = openToFit(this.tree, this.line, FIRST_DRAWN, columns)
  }
}
