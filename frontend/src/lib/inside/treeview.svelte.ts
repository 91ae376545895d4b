/** What a person sees of a search tree: how many of its steps, which nodes are open, and the selected node. */
import { Stepper } from '../history/stepper.svelte'
import { cutOffFrom, firstOpen, knownAt, openToFit, skippedNodes, type Known, type Tree } from './tree'

/** How many nodes are drawn at first; the others can be opened. */
const FIRST_DRAWN = 90

/* eslint-disable svelte/prefer-svelte-reactivity -- each set is created at a change, and never modified */

/** What a person has answered to the question which nodes alpha-beta skips. */
export interface Answer {
  /** the leaves that were chosen */
  chosen: ReadonlySet<number>
  checked: boolean
}

/** What was added to a tree: `count` nodes below node `at`. */
export interface Added {
  at: number
  count: number
}

/** Another search has another view, which begins after the last step at the root. `at` counts the steps that are done. */
export class TreeView extends Stepper {
  selected = $state(0)
  /** the nodes whose children are shown. The children of the selected node's ancestors are always shown */
  opened = $state.raw<ReadonlySet<number>>(new Set())
  /** null: nothing is asked. Only a tree of plain minimax can be asked about */
  answer = $state.raw<Answer | null>(null)

  /** whether it shows what another view has shown, and more */
  isContinued = false

  constructor(
    readonly tree: Tree,
    /** the nodes of the principal variation */
    readonly line: readonly number[],
    /** asks the hub for what is below a node */
    readonly onmore: ((node: number) => void) | null = null,
    /** whether the search has cut-offs */
    readonly pruned = false,
  ) {
    super(() => tree.steps.length)
    this.at = tree.steps.length
    this.opened = firstOpen(tree, line, FIRST_DRAWN)
  }

  /** Shows the same as a view of the tree before something was added to it, and what was added. */
  continue(before: TreeView, { at, count }: Added): void {
    const moved = [...before.opened].map((node) => (node > at ? node + count : node))
    this.opened = new Set([...moved, at])
    this.selected = at
    this.isContinued = true
  }

  /** Goes to the position after so many steps, and selects the node of the last of them. */
  override go(to: number): void {
    super.go(to)
    this.selected = this.at === 0 ? 0 : this.tree.steps[this.at - 1]!.node
  }

  /** Goes to the next cut-off or the last one; at least to the end or the beginning of the search. */
  toCutOff(forward: boolean): void {
    this.step(cutOffFrom(this.tree, this.at, forward) ?? (forward ? this.count : 0))
  }

  /** whether the person has not answered yet */
  readonly isAsking = $derived(this.answer !== null && !this.answer.checked)

  /** What the person may know of a node: before the answer, only the values of the leaves. */
  known(node: number): Known {
    const asked = this.isAsking && this.tree.children[node]!.length > 0
    return knownAt(this.tree, node, asked ? this.tree.entered[node]! : this.at)
  }

  /** Asks which nodes alpha-beta skips, or no longer. */
  ask(asks: boolean): void {
    this.answer = asks ? { chosen: new Set(), checked: false } : null
    if (!asks) return
    this.step(this.count)
    this.openAll()
  }

  check(): void {
    if (this.answer) this.answer = { ...this.answer, checked: true }
  }

  /** The leaves of a node's branch. */
  #leaves(node: number): number[] {
    const branch = Array.from({ length: this.tree.below[node]! + 1 }, (_, i) => node + i)
    return branch.filter((one) => this.tree.nodes[one]!.leaf)
  }

  /** Whether a node is chosen: all leaves of its branch are. */
  isChosen(node: number): boolean {
    const chosen = this.answer?.chosen
    return chosen !== undefined && this.#leaves(node).every((leaf) => chosen.has(leaf))
  }

  /** The nodes that alpha-beta skips, how many of their leaves the person has chosen of all, and how many others. */
  readonly score = $derived.by(() => {
    const skipped = skippedNodes(this.tree)
    const chosen = [...(this.answer?.chosen ?? [])]
    const right = chosen.filter((leaf) => skipped.has(leaf)).length
    const all = this.#leaves(0).filter((leaf) => skipped.has(leaf)).length
    return { skipped, all, right, wrong: chosen.length - right }
  })

  /** Chooses the branch of a node as skipped, or no longer. */
  #choose({ chosen }: Answer, node: number): void {
    const leaves = this.#leaves(node)
    const others = [...chosen].filter((leaf) => !leaves.includes(leaf))
    this.answer = { chosen: new Set(this.isChosen(node) ? others : [...others, ...leaves]), checked: false }
  }

  /** What a click on a node does: it answers the question, selects the node, or opens or closes the selected node. */
  click(node: number, open: boolean): void {
    if (this.answer && this.isAsking && node > 0) this.#choose(this.answer, node)
    else if (node === this.selected && this.canOpen(node)) return this.toggle(node, !open)
    this.selected = node
  }

  /** Whether there are nodes below a node, in the tree or at the hub. */
  canOpen(node: number): boolean {
    return this.tree.children[node]!.length > 0 || this.tree.nodes[node]!.below !== undefined
  }

  /** Shows or hides the children of a node. */
  toggle(node: number, open: boolean): void {
    if (open && this.tree.nodes[node]!.below) return this.onmore?.(node)
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
