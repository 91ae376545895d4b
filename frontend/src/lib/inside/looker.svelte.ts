/** Asks the hub for the look that the page shows, and again later if the hub is busy. */
import { Failure, RetryLater } from '../protocol/failure'
import { lookInside, type InsideQuery, type Look } from '../protocol/inside'
import { sleep } from '../analysis/poll'
import { graft, lineOf } from './tree'
import type { Added } from './treeview.svelte'

/** The delay before the hub is asked for another look, in milliseconds: a person may change several settings. */
const SETTLE_DELAY = 250

/** A look with what the last answer has added to its tree; nothing: it has another tree than the look before. */
export interface ShownLook extends Look {
  added?: Added
}

export class Looker {
  /** the last answer; it stays until the next answer comes or the hub refuses the request */
  look = $state.raw<ShownLook | null>(null)
  /** the error of the last request; null: no error, or no answer yet */
  failure = $state.raw<Failure | null>(null)
  searching = $state(false)
  /** the place in the hub's queue, from 1; 0: none */
  place = $derived(this.failure instanceof RetryLater ? this.failure.place : 0)
  #aborter: AbortController | null = null

  /** Asks for another look; null: removes the look. */
  show(query: InsideQuery | null): void {
    this.#aborter?.abort()
    this.failure = null
    this.searching = query !== null
    if (query === null) {
      this.look = null
      return
    }
    void this.#ask(query, (look) => (this.look = look)).catch(() => {})
  }

  /** Asks for the branch of node `at` of the look that is shown. */
  open(query: InsideQuery, at: number): void {
    const shown = this.look
    if (shown === null || this.searching) return
    this.searching = true
    this.failure = null
    void this.#ask(query, (found) => {
      // The hub had no time for the branch.
      if (found.nodes.length === 0) throw new Failure(found.short ? 'short' : 'no_branch', '', false)
      const nodes = graft(shown.nodes, at, found.nodes)
      const added = { at, count: nodes.length - shown.nodes.length }
      this.look = { ...shown, nodes, line: lineOf(nodes), added }
    }).catch(() => {})
  }

  async #ask(query: InsideQuery, show: (look: Look) => void): Promise<void> {
    const { signal } = (this.#aborter = new AbortController())
    await sleep(this.look === null || query.under ? 0 : SETTLE_DELAY, signal)
    for (;;) {
      try {
        show(await lookInside(query, signal))
        this.failure = null
        break
      } catch (error) {
        signal.throwIfAborted()
        this.failure = error as Failure
        if (!(error instanceof RetryLater)) {
          if (!query.under) this.look = null
          break
        }
        await sleep(error.place ? 0 : error.after, signal)
      }
    }
    this.searching = false
  }

  close(): void {
    this.#aborter?.abort()
  }
}
