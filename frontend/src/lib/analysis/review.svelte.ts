/** The analysis of a whole game, position after position, from the last to the first: late ones are known the soonest. */
import { gameOf } from '../games'
import type { Analysis, Query } from '../protocol/analysis'
import type { Failure, Game } from '../protocol/rest'
import { MEANS } from './analyser.svelte'
import { ended } from './gameover'
import { grade, height, type Grade } from './grade'
import { joined } from './line'
import { memory } from './cache'
import { seek, type News } from './poll'

/** Answers that one position may take; then what is known of it has to do. */
const MOST_ANSWERS = 5

export class Review {
  #known = $state.raw<readonly (Analysis | null)[]>([])
  #running = $state(false)
  #left = $state(0)
  #failure = $state.raw<Failure | null>(null)
  #run: AbortController | null = null
  readonly #queries: readonly Query[]
  readonly #game: Game
  /** the result at the end, where the board shows one: 1 for the side that began */
  readonly #last: number | null

  constructor(game: Game) {
    const view = gameOf(game.variant)!
    const over = ended(view, view.at(game.moves, game.first), game.moves.length)
    this.#game = game
    this.#last = over && (over.winner === 0 ? 0 : over.winner === game.first ? 1 : -1)
    const count = game.moves.length + (over ? 0 : 1)
    this.#queries = Array.from({ length: count }, (_, ply) => ({
      variant: game.variant,
      moves: joined(view, game.moves.slice(0, ply)),
    }))
    this.#known = this.#queries.map((query) => memory.get(query))
    this.#left = this.#missing().length
  }

  get running(): boolean {
    return this.#running
  }
  /** positions of the game, and how many of them are still to be asked for */
  get count(): number {
    return this.#queries.length
  }
  get left(): number {
    return this.#left
  }
  /** why it waits, or could not go on */
  get failure(): Failure | null {
    return this.#failure
  }
  /** what each position is worth for the side that began, from -1 to 1; null: not known */
  get heights(): (number | null)[] {
    const known = this.#known.map((analysis, ply) => height(analysis, ply))
    return this.#last === null ? known : [...known, this.#last]
  }
  /** how good each move was */
  get grades(): (Grade | null)[] {
    return this.#game.moves.map((move, ply) => {
      const analysis = this.#known[ply]
      return analysis ? grade(analysis, move) : null
    })
  }

  /** What is known of the position after so many moves. */
  known(ply: number): Analysis | null {
    return this.#known[ply] ?? null
  }

  /** Takes over what was found out elsewhere. */
  refresh(): void {
    this.#known = this.#queries.map((query, i) => memory.get(query) ?? this.#known[i] ?? null)
    if (!this.#running) this.#left = this.#missing().length
  }

  async start(): Promise<void> {
    if (this.#running) return
    this.#running = true
    this.#failure = null
    const { signal } = (this.#run = new AbortController())
    this.refresh()
    const missing = this.#missing()
    this.#left = missing.length
    for (const ply of missing) {
      if (!(await this.#position(ply, signal))) break
      this.#left--
    }
    // A run that was stopped has no say any more.
    if (!signal.aborted) this.#running = false
  }

  stop(): void {
    this.#run?.abort()
    this.#running = false
  }

  /** The positions that are not known for good, the last one first. */
  #missing(): number[] {
    return this.#known.flatMap((analysis, ply) => (analysis?.done ? [] : [ply])).reverse()
  }

  /** Finds out what it can about a position; false: there is no use in going on. */
  async #position(ply: number, signal: AbortSignal): Promise<boolean> {
    const query = this.#queries[ply]!
    const enough = new AbortController()
    const stop = () => enough.abort()
    signal.addEventListener('abort', stop)
    let answers = 0
    let good = true
    const hear = (news: News) => {
      this.#failure = 'failure' in news ? news.failure : null
      if (news.is === 'refused') good = false
      if (news.is !== 'found') return
      memory.put(query, news.analysis)
      this.#known = this.#known.with(ply, news.analysis)
      if (++answers >= MOST_ANSWERS) stop()
    }
    await seek(query, enough.signal, hear, MEANS)
    signal.removeEventListener('abort', stop)
    return good && !signal.aborted
  }
}
