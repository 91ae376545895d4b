/** Caches of the answers during this visit, so that stepping back and forth repeats no question. */
import type { Analysis, Query } from '../protocol/analysis'

/** The size of the cache; the least recently used positions are dropped first. */
const MAX_POSITIONS = 600

export class AnalysisCache {
  readonly #answers = new Map<string, Analysis>()

  constructor(private readonly maxPositions = MAX_POSITIONS) {}

  get({ variant, moves }: Query): Analysis | null {
    const key = `${variant} ${moves}`
    const found = this.#answers.get(key)
    if (found === undefined) return null
    this.#answers.delete(key)
    this.#answers.set(key, found)
    return found
  }

  /** Stores an answer, unless it would replace a final one by a partial one. */
  put({ variant, moves }: Query, analysis: Analysis): void {
    const key = `${variant} ${moves}`
    if (this.#answers.get(key)?.done === true && !analysis.done) return
    this.#answers.delete(key)
    this.#answers.set(key, analysis)
    const oldest = this.#answers.keys().next()
    if (this.#answers.size > this.maxPositions && !oldest.done) this.#answers.delete(oldest.value)
  }
}

export const analysisCache = new AnalysisCache()

/** What this device answered before the hub did: it must not be taken for the hub's answer. */
export const preliminaryCache = new AnalysisCache()
