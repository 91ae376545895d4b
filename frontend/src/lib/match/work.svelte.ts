/**
 * What this device works on for a while: a match between two levels of the AI, or learning. Package internal/local does it, in
 * match.go and learn.go.
 */
import type { Conversation } from '../local/module'
import type { Failure } from '../protocol/failure'

export interface MatchSetting {
  variant: string
  levels: readonly [string, string]
  /** an even number: each opening is played twice, with sides swapped */
  games: number
  /** random turns before each game */
  opening: number
  seed: number
}

/** What the moves of a level took. `depths`: the sum of the depths of those that were searched. */
export interface Effort {
  played: number
  nodes: number
  ms: number
  searched: number
  depths: number
}

/** Won and lost as the first level sees them. `points`: its share of the points, and the 95 % interval. */
export interface Standing {
  won: number
  drawn: number
  lost: number
  points: readonly [share: number, low: number, high: number]
  moves: readonly [Effort, Effort]
  done: boolean
}

export const gamesOf = ({ won, drawn, lost }: Standing): number => won + drawn + lost

/** What this device works on, part by part, until it is done or the person stops it. */
export class Work<Setting extends object, Part extends { done: boolean }> {
  readonly setting: Setting
  readonly #began = performance.now()
  /** all parts, the latest one at the end */
  parts = $state.raw<readonly Part[]>([])
  /** the latest part; null: there is none yet */
  latest = $derived(this.parts.at(-1) ?? null)
  running = $state(true)
  /** why it has ended early; null: it has not, or the person has stopped it */
  failure = $state.raw<Failure | null>(null)
  #took = $state(0)
  #conversation: Conversation | null = null

  /** `what`: the message of internal/local/server.go */
  constructor(what: 'match' | 'learn', setting: Setting, body: object = setting) {
    this.setting = setting
    void this.#begin(what, body).catch((failure: Failure) => this.#fail(failure))
  }

  async #begin(what: string, body: object): Promise<void> {
    const { converse, failureOf } = await import('../local/module')
    this.#conversation = await converse({ t: what, body }, (message) => {
      if (message.t === 'failed') return this.#fail(failureOf(message))
      const part = message.body as Part
      this.parts = [...this.parts, part]
      this.#took = performance.now() - this.#began
      if (part.done) this.stop()
    })
    if (!this.running) this.#conversation.end()
  }

  /** About how long the rest takes, in milliseconds, if `done` of it, from 0 to 1, is done. */
  left(done: number): number {
    return (this.#took / done) * (1 - done)
  }

  /** Ends it. What was done stays. */
  stop(): void {
    this.running = false
    this.#conversation?.end()
  }

  #fail(failure: Failure): void {
    this.failure = failure
    this.stop()
  }
}
