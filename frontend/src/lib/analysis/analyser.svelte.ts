/** Analyses the position that the page shows. It pauses while the tab is hidden. */
import { online } from '../online.svelte'
import { analyse, type Analysis, type Query } from '../protocol/analysis'
import type { Failure } from '../protocol/failure'
import { analysisCache } from './cache'
import { pollAnalysis, sleep, type PollDeps, type AnalysisUpdate } from './poll'

/** The delay before the hub is asked, in milliseconds: a person may step through many positions. */
const SETTLE_DELAY = 180

/** Asks the hub or, without a network, the module on this device. */
const ask: PollDeps['ask'] = async (query, wait, signal) => {
  if (online.now) return analyse(query, wait, signal)
  return (await import('../local/analyse')).analyseOnDevice(query, wait, signal)
}

export const BROWSER_DEPS: PollDeps = { ask, sleep, random: Math.random }

/**
 * `searching`: deeper results may come; `waiting`: the hub is asked again later; `stalled`: no deeper result came for a
 * while.
 */
export type Stage = 'idle' | 'searching' | 'waiting' | 'stalled' | 'done' | 'refused'

export class Analyser {
  #query = $state.raw<Query | null>(null)
  #analysis = $state.raw<Analysis | null>(null)
  #stage = $state<Stage>('idle')
  #failure = $state.raw<Failure | null>(null)
  #aborter: AbortController | null = null

  /** the position that is analysed; null: none */
  get query(): Query | null {
    return this.#query
  }
  /** the last answer about it; null: none yet */
  get analysis(): Analysis | null {
    return this.#analysis
  }
  get stage(): Stage {
    return this.#stage
  }
  /** why the stage is `waiting` or `refused` */
  get failure(): Failure | null {
    return this.#failure
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
  }

  /** Stops, and cancels the request to the hub. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    this.show(null)
  }

  /** Analyses another position; null: none. */
  show(query: Query | null): void {
    if (query?.variant === this.#query?.variant && query?.moves === this.#query?.moves) return
    this.#query = query
    this.#analysis = query === null ? null : analysisCache.get(query)
    this.#start(SETTLE_DELAY)
  }

  /** Asks again about the same position. */
  searchFurther(): void {
    this.#start(0)
  }

  #onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') this.#aborter?.abort()
    else if (this.#stage === 'searching' || this.#stage === 'waiting') this.#start(0)
  }

  #start(delay: number): void {
    this.#aborter?.abort()
    this.#failure = null
    const query = this.#query
    if (query === null || this.#analysis?.done) {
      this.#stage = query === null ? 'idle' : 'done'
      return
    }
    this.#stage = 'searching'
    if (document.visibilityState === 'hidden') return
    const { signal } = (this.#aborter = new AbortController())
    void sleep(delay, signal)
      .then(() => pollAnalysis(query, signal, (update) => this.#onUpdate(query, update), BROWSER_DEPS))
      .catch(() => {})
  }

  #onUpdate(query: Query, update: AnalysisUpdate): void {
    this.#failure = 'failure' in update ? update.failure : null
    if (update.is !== 'found') {
      this.#stage = update.is
      return
    }
    analysisCache.put(query, update.analysis)
    this.#analysis = update.analysis
    this.#stage = update.analysis.done ? 'done' : 'searching'
  }
}
