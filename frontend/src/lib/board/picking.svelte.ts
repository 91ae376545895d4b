/** How a person picks a choice on a board: what is pointed at, tapped and dragged, and what can be tapped next. */
import { m } from '../paraglide/messages'
import type { BoardChoice, BoardInteraction, BoardLabel, BoardTarget, HeldPieces } from './board'
import { bestLabelAt, firstTargets, onlyChoice, secondTargets, tapResult } from './selection'

interface Board extends Required<Pick<BoardInteraction, 'targets' | 'choices' | 'locks'>> {
  player: BoardInteraction['player']
  labels: readonly BoardLabel[] | null
  /** The cells are too small for a finger: a tap picks a target, and another tap on it confirms. */
  small: boolean
  onchoose: BoardInteraction['onchoose']
}

/* eslint-disable svelte/prefer-svelte-reactivity -- each set is created at a change, and never modified */

/** A new position, which has other choices, resets what was tapped, dragged and explained. */
export class Picking {
  /** the targets below the pointer and with the focus */
  pointed = $state<string | null>(null)
  focused = $state<string | null>(null)
  /** the target that was aimed at last, by pointer, touch or keyboard */
  aimed = $state<string | null>(null)

  #firstTap = $state.raw<{ id: string | null; choices: readonly BoardChoice[] } | null>(null)
  #held = $state.raw<{ pieces: HeldPieces | null; choices: readonly BoardChoice[] } | null>(null)
  #explained = $state.raw<{ reason: string; choices: readonly BoardChoice[] } | null>(null)

  #board: () => Board
  constructor(board: () => Board) {
    this.#board = board
  }

  /** the target that was tapped first, or picked on a small board */
  readonly tapped = $derived.by(() => {
    const { player, choices } = this.#board()
    return player && this.#firstTap?.choices === choices ? this.#firstTap.id : null
  })
  /** whether a choice may take two taps */
  readonly twoTaps = $derived.by(() => this.#board().choices.some(({ from }) => from !== null))
  /** the first of two taps */
  readonly selected = $derived.by(() => (this.twoTaps ? this.tapped : null))
  /** why the last tap chose nothing; empty: it did */
  readonly reason = $derived.by(() =>
    this.#explained?.choices === this.#board().choices ? this.#explained.reason : '',
  )
  /** the dragged pieces */
  readonly holding = $derived.by(() =>
    this.#held?.choices === this.#board().choices ? this.#held.pieces : null,
  )
  /** whether anything was tapped in this position */
  readonly touched = $derived.by(() => {
    const { choices } = this.#board()
    return this.#firstTap?.choices === choices || this.#explained?.choices === choices
  })
  /** the choices that a second tap makes, by its target; null: nothing is selected */
  readonly completions = $derived.by(() =>
    this.selected === null ? null : secondTargets(this.selected, this.#board().choices),
  )
  /** the targets that a tap can choose, select or explain */
  readonly enabled = $derived.by(() => {
    const { player, choices, locks } = this.#board()
    if (!player) return new Set<string>()
    return new Set([
      ...firstTargets(choices),
      ...(this.completions?.keys() ?? []),
      ...locks.flatMap(({ cell, spots }) => (cell !== null && spots[1] ? spots[0]! : [])),
    ])
  })
  /** the target that was tapped last */
  readonly latest = $derived.by(() => this.selected?.split(' ').at(-1))
  /** the target at which the person aims now */
  readonly aimedNow = $derived.by(() => this.pointed ?? (this.twoTaps ? null : this.tapped) ?? this.focused)
  /** what to tap next, in words */
  readonly next = $derived.by(() =>
    this.#board()
      .targets.find(({ id }) => id === this.selected?.split(' ')[0])
      ?.next?.(),
  )

  /** The name of a target, with what a tap on it does. */
  label = (target: BoardTarget): string => {
    const { choices, locks, labels } = this.#board()
    const lock = locks.find(({ cell, spots }) => cell !== null && spots[1] && spots[0] === target.id)
    const only = this.selected === null ? onlyChoice(target.id, choices, locks) : null
    const end = this.completions?.get(target.id) ?? (only?.from ? only : null)
    const value = labels && bestLabelAt(this.selected, target.id, choices, labels)?.words
    return [target.label(), end?.label(), lock?.reason(), value].filter(Boolean).join(', ')
  }

  /** Whether a target was tapped first of two, for screen readers; undefined: no choice takes two taps now. */
  isPressed = (target: string): boolean | undefined =>
    this.twoTaps && this.#board().player ? this.latest === target : undefined

  /** What a tap on a cell with this target does now, in a few words; empty: nothing. */
  actionOn(cell: number, target: BoardTarget): string {
    const { choices, locks } = this.#board()
    const lock = locks.find(({ spots }) => spots[1] && spots[0] === target.id)
    const possible =
      'column' in target.place
        ? choices.some(({ lands, to }) => lands === cell && to === target.id)
        : this.enabled.has(target.id)
    const end = this.completions?.get(target.id)
    return end?.label() ?? lock?.reason() ?? (possible ? m.board_cell_playable() : '')
  }

  tap = (target: string, touch = false): void => {
    const { player, choices, locks, small, onchoose } = this.#board()
    if (!player) return
    this.aimed = target
    if (touch && small && !this.twoTaps && this.tapped !== target && this.enabled.has(target)) {
      this.#firstTap = { id: target, choices }
      return
    }
    const result = tapResult(this.selected, target, choices, locks)
    this.#explained = 'explain' in result ? { reason: result.explain, choices } : null
    // An explanation does not change the selection.
    if (!('explain' in result)) this.#firstTap = { id: 'select' in result ? result.select : null, choices }
    if ('play' in result) onchoose?.(result.play)
  }

  /** Begins to drag the piece at a target. `choices`: those of the position in which it was pressed, also below. */
  take(target: string, choices: readonly BoardChoice[]): void {
    this.#explained = null
    this.#firstTap = { id: target, choices }
  }

  /** The dragged pieces are drawn here now; null: where they belong. */
  hold(pieces: HeldPieces | null, choices: readonly BoardChoice[]): void {
    this.#held = { pieces, choices }
  }

  /** Dropping a piece is a tap on the target where it is dropped; null: nowhere. In a new position it is nothing. */
  drop(target: string | null, choices: readonly BoardChoice[]): void {
    if (choices !== this.#board().choices) return
    if (target !== null) this.tap(target)
    this.#firstTap = { id: null, choices }
  }

  /** On a small board: picks the next target that can be chosen. */
  step = (by: -1 | 1): void => {
    const { targets, choices } = this.#board()
    let i = targets.findIndex((target) => target.id === this.tapped) + by
    while (targets[i] && !this.enabled.has(targets[i]!.id)) i += by
    if (targets[i]) this.#firstTap = { id: targets[i]!.id, choices }
  }

  /** Takes the first tap back. Returns whether there was one. */
  cancel(): boolean {
    if (this.tapped === null) return false
    this.#firstTap = null
    return true
  }
}
