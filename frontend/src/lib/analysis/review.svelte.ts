/**
 * Analyses a game, from the last position to the first: late positions are solved fastest. It looks for the turning point
 * of a lost game, or at all positions.
 */
import { gameOf, type GameView } from '../games'
import { canExplain, shownReason } from '../reasons/lights'
import type { Analysis, Query } from '../protocol/analysis'
import type { Failure } from '../protocol/failure'
import type { Reason } from '../protocol/schemas'
import { BROWSER_DEPS } from './analyser.svelte'
import { gameOver } from './gameover'
import { gradeMove, valueForFirst, type Grade } from './grade'
import { movesString } from './line'
import { analysisCache } from './cache'
import { pollAnalysis, type AnalysisUpdate } from './poll'
import { slipOf, type Slip } from './slip'
import { turningPoint, type Ended, type Turning } from './turning'

/** After this many answers about one position the review goes on to the next, even without a final answer. */
const MAX_ANSWERS = 5

export class Review {
  #known = $state.raw<readonly (Analysis | null)[]>([])
  /** the positions with a final answer, or without hope of one */
  #final = $state.raw<readonly number[]>([])
  /** whether all positions are analysed now */
  running = $state(false)
  /** how many positions are still to be analysed */
  left = $state(0)
  /** why the review waits or has stopped */
  failure = $state.raw<Failure | null>(null)
  #aborter: AbortController | null = null
  readonly #queries: readonly Query[]
  readonly #game: Ended
  readonly #view: GameView
  /** what was overlooked with each move, as far as it was asked for */
  readonly #slips: (Slip | null)[] = []
  /** the value of the final position for the side that began: -1, 0 or 1; null if the board does not show a result */
  readonly #endValue: number | null

  /** the grade of each move */
  readonly grades = $derived.by(() => this.#game.moves.map((_, ply) => this.#grade(ply)))
  /** null: the game was not lost */
  readonly turning: Turning | null = $derived.by(() =>
    turningPoint(this.#game, {
      grade: (ply) => this.#grade(ply),
      final: (ply) => this.#isFinal(ply),
      kept: (ply) => this.#keeps(ply),
      reason: (ply) => this.#reason(ply),
    }),
  )
  /** Why the mistake of the turning point lost. null: no short reason is known; undefined: not yet. */
  readonly reason: Reason | null | undefined = $derived.by(() => {
    const { turning } = this
    return turning?.is === 'found' && turning.grade.is === 'mistake' ? this.#reason(turning.ply) : null
  })

  /** Uses what `game` is now. */
  constructor({ variant, moves, first, end }: Ended) {
    const view = (this.#view = gameOf(variant)!)
    const over = gameOver(view, view.at(moves, first), moves.length)
    this.#game = { variant, moves, first, end }
    this.#endValue = over && (over.winner === 0 ? 0 : over.winner === first ? 1 : -1)
    this.#queries = Array.from({ length: moves.length + (over ? 0 : 1) }, (_, ply) => ({
      variant,
      moves: movesString(view, moves.slice(0, ply)),
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
  /** The analysis of the position after `ply` moves; null: unknown. */
  known(ply: number): Analysis | null {
    return this.#known[ply] ?? null
  }

  /** Takes over answers that other parts of the page have put into the cache. */
  refresh(): void {
    this.#known = this.#queries.map((query, i) => analysisCache.get(query) ?? this.#known[i] ?? null)
    if (!this.running) this.left = this.#missing().length
  }

  /** Analyses all positions. */
  async start(): Promise<void> {
    if (this.running) return
    this.stop()
    this.running = true
    this.refresh()
    const missing = this.#missing()
    let done = 0
    const ended = await this.#run(() => {
      this.left = missing.length - done
      return missing[done++]
    })
    // A run that was stopped must not change the state of the next one.
    if (ended) this.running = false
  }

  /** Looks for the turning point and its reason, unless they are known, or all positions are being analysed. */
  async seek(): Promise<void> {
    if (this.running) return
    this.stop()
    this.refresh()
    await this.#run(() => {
      const { turning } = this
      if (turning?.is === 'searching') return turning.ply
      return turning?.is === 'found' && this.reason === undefined ? turning.ply + 1 : undefined
    })
  }

  stop(): void {
    this.#aborter?.abort()
    this.running = false
  }

  /** Analyses one position after the other, until `next` names none. Returns false if it was stopped. */
  async #run(next: () => number | undefined): Promise<boolean> {
    this.failure = null
    const { signal } = (this.#aborter = new AbortController())
    for (let ply = next(); ply !== undefined; ply = next()) {
      if (!(await this.#analysePosition(ply, signal))) break
      this.#final = [...this.#final, ply]
    }
    return !signal.aborted
  }

  #slip(ply: number): Slip | null {
    const { moves } = this.#game
    if (!(ply in this.#slips)) this.#slips[ply] = slipOf(this.#view, moves.slice(0, ply), moves[ply]!)
    return this.#slips[ply] ?? null
  }

  #grade(ply: number): Grade | null {
    return gradeMove(this.#known[ply] ?? null, this.#game.moves[ply]!, this.#slip(ply))
  }

  #isFinal(ply: number): boolean {
    const slip = this.#slip(ply)
    const onlyOne = slip && (slip.is === 'win' || slip.better.length === 1)
    return onlyOne || this.#isAnswered(ply)
  }

  #isAnswered(ply: number): boolean {
    return this.#final.includes(ply) || this.#known[ply]?.done === true
  }

  /** Why the move after `ply` moves lost. null: no short reason is known; undefined: not yet. */
  #reason(ply: number): Reason | null | undefined {
    if (!canExplain(this.#view) || ply + 1 >= this.#queries.length) return null
    return this.#isAnswered(ply + 1) ? shownReason(this.#known[ply + 1]?.reason) : undefined
  }

  #keeps(ply: number): boolean {
    const value = this.#known[ply]?.moves.find(({ move }) => move === this.#game.moves[ply])?.value
    return value?.low != null && value.low.result !== 'loss'
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
