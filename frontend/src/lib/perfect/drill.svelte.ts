/** The drill: the person plays the first player and keeps the win; the page plays the second. */
import { gameOver } from '../analysis/gameover'
import type { PollDeps } from '../analysis/poll'
import { kindOf, sortByValue } from '../analysis/value'
import type { GameView } from '../games'
import type { Analysis } from '../protocol/analysis'
import { Failure } from '../protocol/failure'
import type { Reason } from '../protocol/schemas'
import { discsOf, shownReason } from '../reasons/lights'
import { breaks, type Break } from '../reasons/prove'
import type { WinMap } from './map'

export const VARIANT = 'connect4:7x6:4'

/** How long each answer may take, and the time before the second player moves, in milliseconds. */
const WAIT = 3000
const PAUSE = 600

/** A move that gave the win away. */
export interface Slip {
  move: string
  /** whether the second player now wins; else it can hold a draw */
  loses: boolean
  /** a move that kept the win */
  right: string
  /** why the second player wins; null: unknown */
  reason: Reason | null
  /** how that fails after the right move; null: unknown */
  broken: Break | null
}

export class Drill {
  moves = $state.raw<readonly string[]>([])
  /** `over`: the first player has won, or the map has a reason why it wins */
  phase = $state<'asked' | 'judging' | 'slip' | 'over'>('asked')
  /** the last slip, until another move is played */
  slip = $state.raw<Slip | null>(null)
  /** why the last move could not be judged */
  failure = $state.raw<Failure | null>(null)
  /** how many moves have kept the win, and how many have not */
  kept = $state(0)
  slips = $state(0)
  #aborter = new AbortController()

  constructor(
    private readonly game: GameView,
    private readonly map: WinMap,
    private readonly deps: PollDeps,
  ) {}

  /** Begins again. */
  start(): void {
    this.stop()
    Object.assign(this, { moves: [], phase: 'asked', slip: null, failure: null, kept: 0, slips: 0 })
  }

  stop(): void {
    this.#aborter.abort()
    this.#aborter = new AbortController()
  }

  play(move: string): void {
    this.slip = null
    this.moves = [...this.moves, move]
    this.judge()
  }

  /** Judges the last move, and plays the reply; again after a failure. */
  judge(): void {
    const { signal } = this.#aborter
    this.phase = 'judging'
    this.failure = null
    this.#judge(signal).catch((error: unknown) => {
      if (signal.aborted) return
      if (!(error instanceof Failure)) throw error
      this.failure = error
    })
  }

  takeBack(): void {
    this.moves = this.moves.slice(0, -1)
    this.phase = 'asked'
  }

  async #judge(signal: AbortSignal): Promise<void> {
    const { moves, map, game } = this
    const [before, move] = [moves.slice(0, -1), moves.at(-1)!]
    const known = map.at(before)
    const right = known?.is === 'move' ? known.move : null
    const over = gameOver(game, game.at(moves, 1), moves.length) !== null
    if (!over && move !== right) {
      const answer = await this.#ask(moves, signal)
      if (kindOf(answer.value) !== 'loss') {
        this.slip = this.#slipOf(before, move, right ?? (await this.#best(before, signal)), answer)
        this.slips++
        this.phase = 'slip'
        return
      }
    }
    if (!over) {
      const [reply] = await Promise.all([
        this.#reply() ?? this.#best(moves, signal),
        this.deps.sleep(PAUSE, signal),
      ])
      this.moves = [...moves, reply]
    }
    this.kept++
    this.phase = over || map.at(this.moves)?.is === 'reason' ? 'over' : 'asked'
  }

  /** A reply of the map, more often one with many ends after it; null: the map has none. */
  #reply(): string | null {
    const ends = this.map.replies(this.moves).flatMap((move) => {
      const { explained, open } = this.map.ends([...this.moves, move])
      return Array<string>(explained + open).fill(move)
    })
    return ends[Math.floor(this.deps.random() * ends.length)] ?? null
  }

  #slipOf(before: readonly string[], move: string, right: string, { value, reason }: Analysis): Slip {
    const loses = kindOf(value) === 'win'
    const shown = loses ? shownReason(reason) : null
    const position = this.game.at(before, 1)
    const { lands } = position.choices.find((choice) => choice.move === right)!
    const broken = shown && breaks(this.game, discsOf(this.game, position, 2), lands, shown)
    return { move, loses, right, reason: shown, broken }
  }

  async #best(moves: readonly string[], signal: AbortSignal): Promise<string> {
    return sortByValue((await this.#ask(moves, signal)).moves)[0]!.move
  }

  /** The final answer about a position. */
  async #ask(moves: readonly string[], signal: AbortSignal): Promise<Analysis> {
    for (;;) {
      const answer = await this.deps.ask({ variant: VARIANT, moves: moves.join('') }, WAIT, signal)
      if (answer.done) return answer
    }
  }
}
