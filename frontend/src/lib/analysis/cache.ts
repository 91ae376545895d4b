/** What the hub has said of positions during this visit, so that going back and forth asks nothing twice. */
import type { Analysis, Query } from '../protocol/analysis'

/** Positions kept; the ones that were looked at the longest ago are forgotten first. */
const MOST = 600

export class Memory {
  readonly #kept = new Map<string, Analysis>()

  constructor(private readonly most = MOST) {}

  get({ variant, moves }: Query): Analysis | null {
    const key = `${variant} ${moves}`
    const found = this.#kept.get(key)
    if (found === undefined) return null
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  /** Keeps an answer, unless a final one is there. */
  put({ variant, moves }: Query, analysis: Analysis): void {
    const key = `${variant} ${moves}`
    if (this.#kept.get(key)?.done === true && !analysis.done) return
    this.#kept.delete(key)
    this.#kept.set(key, analysis)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > this.most && !oldest.done) this.#kept.delete(oldest.value)
  }
}

/** The page's. */
export const memory = new Memory()
