/** Analyses a whole game, from the last position to the first: late positions are solved fastest. */
import { gameOf } from '../games'
import type { Analysis, Query } from '../protocol/analysis'
import type { Failure } from '../protocol/failure'
import type { Game } from '../protocol/rest'
import { BROWSER_DEPS } from './analyser.svelte'
import { gameOver } from './gameover'
import { gradeMove, valueForFirst, type Grade } from './grade'
import { movesString } from './line'
import { analysisCache } from './cache'
import { pollAnalysis, type AnalysisUpdate } from './poll'

/** After this many answers about one position the review goes on to the next, even without a final answer. */
const MAX_ANSWERS = 5

export class Review {
  #known = $state.raw<readonly (Analysis | null)[]>([])
  running = $state(false)
  /** how many positions are still to be analysed */
  left = $state(0)
  /** why the review waits or has stopped */
  failure = $state.raw<Failure | null>(null)
  #aborter: AbortController | null = null
  readonly #queries: readonly Query[]
  readonly #game: Game
  /** the value of the final position for the side that began: -1, 0 or 1; null if the board does not show a result */
  readonly #endValue: number | null

  constructor(game: Game) {
    const view = gameOf(game.variant)!
    const over = gameOver(view, view.at(game.moves, game.first), game.moves.length)
    this.#game = game
    this.#endValue = over && (over.winner === 0 ? 0 : over.winner === game.first ? 1 : -1)
    const count = game.moves.length + (over ? 0 : 1)
    this.#queries = Array.from({ length: count }, (_, ply) => ({
      variant: game.variant,
      moves: movesString(view, game.moves.slice(0, ply)),
    }))
    this.#known = this.#queries.map((query) => analysisCache.get(query))
    this.left = this.#missing().length
  }

  /** the number of positions of the game */
  get count(): number {
    return this.#queries.length
  }
  /** the value of each position for the side that began, from -1 to 1; null: unknown */
  get values(): (number | null)[] {
    const known = this.#known.map((analysis, ply) => valueForFirst(analysis, ply))
    return this.#endValue === null ? known : [...known, this.#endValue]
  }
  /** the grade of each move */
  get grades(): (Grade | null)[] {
    return this.#game.moves.map((move, ply) => {
      const analysis = this.#known[ply]
      return analysis ? gradeMove(analysis, move) : null
    })
  }

  /** The analysis of the position after `ply` moves; null: unknown. */
  known(ply: number): Analysis | null {
    return this.#known[ply] ?? null
  }

  /** Takes over answers that other parts of the page have put into the cache. */
  refresh(): void {
    this.#known = this.#queries.map((query, i) => analysisCache.get(query) ?? this.#known[i] ?? null)
    if (!this.running) this.left = this.#missing().length
  }

  async start(): Promise<void> {
    if (this.running) return
    this.running = true
    this.failure = null
    const { signal } = (this.#aborter = new AbortController())
    this.refresh()
    const missing = this.#missing()
    this.left = missing.length
    for (const ply of missing) {
      if (!(await this.#analysePosition(ply, signal))) break
      this.left--
    }
    // A run that was stopped must not change the state of the next one.
    if (!signal.aborted) this.running = false
  }

  stop(): void {
    this.#aborter?.abort()
    this.running = false
  }

  /** The positions without a final answer, the last one first. */
  #missing(): number[] {
    return this.#known.flatMap((analysis, ply) => (analysis?.done ? [] : [ply])).reverse()
  }

  /** Analyses one position. Returns false if the review must stop. */
  async #analysePosition(ply: number, signal: AbortSignal): Promise<boolean> {
    const query = this.#queries[ply]!
    const enough = new AbortController()
    let answers = 0
    let canContinue = true
    const onUpdate = (update: AnalysisUpdate) => {
      this.failure = 'failure' in update ? update.failure : null
      if (update.is === 'refused') canContinue = false
      if (update.is !== 'found') return
      analysisCache.put(query, update.analysis)
      this.#known = this.#known.with(ply, update.analysis)
      if (++answers >= MAX_ANSWERS) enough.abort()
    }
    await pollAnalysis(query, AbortSignal.any([signal, enough.signal]), onUpdate, BROWSER_DEPS)
    return canContinue && !signal.aborted
  }
}
