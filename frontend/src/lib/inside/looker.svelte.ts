/** Asks the hub for the look that the page shows, and again later if the hub is busy. */
import { RetryLater, type Failure } from '../protocol/failure'
import { lookInside, type InsideQuery, type Look } from '../protocol/inside'
import { sleep } from '../analysis/poll'

/** The delay before the hub is asked for another look, in milliseconds: a person may change several settings. */
const SETTLE_DELAY = 250

export class Looker {
  /** the last answer; it stays until the next answer comes or the hub refuses the request */
  look = $state.raw<Look | null>(null)
  /** the error of the last request; null: no error, or no answer yet */
  failure = $state.raw<Failure | null>(null)
  searching = $state(false)
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
    const { signal } = (this.#aborter = new AbortController())
    void this.#ask(query, signal).catch(() => {})
  }

  async #ask(query: InsideQuery, signal: AbortSignal): Promise<void> {
    await sleep(this.look === null ? 0 : SETTLE_DELAY, signal)
    for (;;) {
      try {
        this.look = await lookInside(query, signal)
        this.failure = null
        break
      } catch (error) {
        signal.throwIfAborted()
        this.failure = error as Failure
        if (!(error instanceof RetryLater)) {
          this.look = null
          break
        }
        await sleep(error.after, signal)
      }
    }
    this.searching = false
  }

  close(): void {
    this.#aborter?.abort()
  }
}
