/**
 * Analyses the position that the page shows. It pauses while the tab is hidden. If the hub's answer takes a while, this
 * device answers meanwhile.
 */
import { untrack } from 'svelte'
import { canPlayWithoutDownload } from '../local/download'
import { online } from '../online.svelte'
import { analyse, type Analysis, type Query } from '../protocol/analysis'
import type { Failure } from '../protocol/failure'
import { analysisCache, preliminaryCache } from './cache'
import { pollAnalysis, sleep, type PollDeps, type AnalysisUpdate } from './poll'

/** The delay before the hub is asked, in milliseconds: a person may step through many positions. */
const SETTLE_DELAY = 180
/** How long the hub may take before this device is asked too, in milliseconds. Most answers come earlier. */
const HEAD_START = 150
/** How long this device searches for its answer, in milliseconds. */
const DEVICE_WAIT = 250

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

const isEmpty = (analysis: Analysis | null): boolean => analysis === null || analysis.moves.length === 0

/** Whether an answer of the hub is at least as good as this device's. */
const replaces = (answer: Analysis | null, early: Analysis): boolean =>
  answer !== null && (answer.done || (!isEmpty(answer) && answer.depth >= early.depth))

export class Analyser {
  /** the position that is analysed; null: none */
  query = $state.raw<Query | null>(null)
  #answer = $state.raw<Analysis | null>(null)
  /** this device's answer, given before the hub's; null: none */
  #early = $state.raw<Analysis | null>(null)
  stage = $state<Stage>('idle')
  /** why the stage is `waiting` or `refused` */
  failure = $state.raw<Failure | null>(null)
  #aborter: AbortController | null = null

  /** the best answer about it; null: none yet */
  get analysis(): Analysis | null {
    return this.preliminary ? this.#early : this.#answer
  }
  /** whether `analysis` comes from this device, until the hub has a better answer */
  get preliminary(): boolean {
    return this.#early !== null && !replaces(this.#answer, this.#early)
  }

  /** For a component: analyses what `query` returns, whenever it changes, until the component goes. */
  follow(query: () => Query | null): void {
    $effect(() => {
      document.addEventListener('visibilitychange', this.#onVisibilityChange)
      return () => this.close()
    })
    $effect(() => {
      const next = query()
      untrack(() => this.show(next))
    })
  }

  /** Stops, and cancels the request to the hub. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    this.show(null)
  }

  /** Analyses another position; null: none. */
  show(query: Query | null): void {
    if (query?.variant === this.query?.variant && query?.moves === this.query?.moves) return
    this.query = query
    this.#answer = query && analysisCache.get(query)
    this.#early = query && preliminaryCache.get(query)
    this.#start(SETTLE_DELAY)
  }

  /** Asks again about the same position. */
  searchFurther(): void {
    this.#start(0)
  }

  #onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') this.#aborter?.abort()
    else if (this.stage === 'searching' || this.stage === 'waiting') this.#start(0)
  }

  #start(delay: number): void {
    this.#aborter?.abort()
    this.failure = null
    const query = this.query
    if (query === null || this.#answer?.done) {
      this.stage = query === null ? 'idle' : 'done'
      return
    }
    this.stage = 'searching'
    if (document.visibilityState === 'hidden') return
    const { signal } = (this.#aborter = new AbortController())
    const begin = async () => {
      await sleep(delay, signal)
      // If this fails, the hub's answer is still to come.
      void this.#askDevice(query, signal).catch(() => {})
      await pollAnalysis(query, signal, (update) => this.#onUpdate(query, update), BROWSER_DEPS)
    }
    void begin().catch(() => {})
  }

  /** Asks this device, unless the hub answers soon. Does nothing if it would have to load what analyses there. */
  async #askDevice(query: Query, signal: AbortSignal): Promise<void> {
    await sleep(HEAD_START, signal)
    const wanted = () => online.now && this.stage !== 'refused' && isEmpty(this.analysis)
    if (!wanted() || !(await canPlayWithoutDownload())) return
    const { analyseOnDevice } = await import('../local/analyse')
    signal.throwIfAborted()
    if (!wanted()) return
    const analysis = await analyseOnDevice(query, DEVICE_WAIT, signal)
    signal.throwIfAborted()
    if (this.stage === 'refused') return
    if (analysis.done) {
      // It is exact, so the hub need not find it too.
      this.#aborter?.abort()
      this.#onUpdate(query, { is: 'found', analysis })
    } else {
      preliminaryCache.put(query, analysis)
      this.#early = analysis
    }
  }

  #onUpdate(query: Query, update: AnalysisUpdate): void {
    this.failure = 'failure' in update ? update.failure : null
    if (update.is === 'refused') this.#early = null
    if (update.is !== 'found') {
      this.stage = update.is
      return
    }
    analysisCache.put(query, update.analysis)
    this.#answer = update.analysis
    this.stage = update.analysis.done ? 'done' : 'searching'
  }
}
