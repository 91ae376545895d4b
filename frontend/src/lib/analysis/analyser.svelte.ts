/** The analysis of the position that is shown: it follows where the page goes, and rests while nobody looks at the tab. */
import { analyse, type Analysis, type Query } from '../protocol/analysis'
import type { Failure } from '../protocol/rest'
import { memory } from './cache'
import { seek, sleep, type Means, type News } from './poll'

/** How long a position stays before the hub is asked, in milliseconds: who steps through a game passes many. */
const SETTLED = 180

export const MEANS: Means = { ask: analyse, sleep, random: Math.random }

/** `looking`: deeper results may come. `waiting`: the hub is asked again later. `rest`: nothing deeper came for a while. */
export type Stage = 'idle' | 'looking' | 'waiting' | 'rest' | 'done' | 'refused'

export class Analyser {
  #query = $state.raw<Query | null>(null)
  #analysis = $state.raw<Analysis | null>(null)
  #stage = $state<Stage>('idle')
  #failure = $state.raw<Failure | null>(null)
  #search: AbortController | null = null

  /** the position that is looked at; null: none */
  get query(): Query | null {
    return this.#query
  }
  /** what is known of it; null: nothing yet */
  get analysis(): Analysis | null {
    return this.#analysis
  }
  get stage(): Stage {
    return this.#stage
  }
  /** why it is waited, or was refused */
  get failure(): Failure | null {
    return this.#failure
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#visible)
  }

  /** Asks nothing any more, and tells the hub so. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#visible)
    this.look(null)
  }

  /** Turns to another position; null: to none. */
  look(query: Query | null): void {
    if (query?.variant === this.#query?.variant && query?.moves === this.#query?.moves) return
    this.#query = query
    this.#analysis = query === null ? null : memory.get(query)
    this.#go(SETTLED)
  }

  /** Looks at the same position once more, and further. */
  again(): void {
    this.#go(0)
  }

  #visible = (): void => {
    if (document.visibilityState === 'hidden') this.#search?.abort()
    else if (this.#stage === 'looking' || this.#stage === 'waiting') this.#go(0)
  }

  #go(after: number): void {
    this.#search?.abort()
    this.#failure = null
    const query = this.#query
    if (query === null || this.#analysis?.done) {
      this.#stage = query === null ? 'idle' : 'done'
      return
    }
    this.#stage = 'looking'
    if (document.visibilityState === 'hidden') return
    const { signal } = (this.#search = new AbortController())
    void sleep(after, signal)
      .then(() => seek(query, signal, (news) => this.#hear(query, news), MEANS))
      .catch(() => {})
  }

  #hear(query: Query, news: News): void {
    this.#failure = 'failure' in news ? news.failure : null
    if (news.is !== 'found') {
      this.#stage = news.is
      return
    }
    memory.put(query, news.analysis)
    this.#analysis = news.analysis
    this.#stage = news.analysis.done ? 'done' : 'looking'
  }
}
