/** An attempt at a puzzle or a lesson, as its board shows it. */
import { gameOver } from '../analysis/gameover'
import { gameOf, type GameView } from '../games'
import type { Seat } from '../protocol/entries'
import type { PuzzleTurn } from '../protocol/puzzle'
import { answerOf, isOver, settle, START, tryMove, type Attempt } from './attempt'
import { solverSeat, type Puzzle } from './puzzle'

/** What is tried: a puzzle, or what a lesson has in common with one. */
export type Task = Pick<Puzzle, 'variant' | 'moves' | 'first' | 'colours' | 'count' | 'turns'>

export class Trial<Of extends Task = Task> {
  readonly game: GameView
  readonly seat: Seat
  readonly count: number
  /** the turns that are known */
  turns = $state.raw<readonly PuzzleTurn[]>([])
  attempt = $state.raw<Attempt>(START)
  /** whether the attempt was made during this visit */
  isNew = $state(false)
  /** how many moves lie on the board at once; later ones fall */
  settled = $state(0)

  constructor(readonly task: Of) {
    this.game = gameOf(task.variant)!
    this.seat = solverSeat(task)
    this.count = task.count
    this.turns = task.turns
    this.settled = task.moves.length
  }

  /** the moves before the attempt, and those since */
  readonly moves = $derived.by(() => [...this.task.moves, ...this.attempt.played])
  readonly over = $derived.by(() => isOver(this.attempt))
  /** The end of the game on the board; null: it goes on. */
  readonly ended = $derived.by(() =>
    gameOver(this.game, this.game.at(this.moves, this.task.first), this.moves.length),
  )
  readonly turn = $derived.by(() => this.turns[this.attempt.found])
  /** The answer to the last move: see answerOf. */
  readonly reply = $derived.by(() => answerOf(this, this.attempt))

  play(move: string): void {
    this.change(tryMove(this, this.attempt, move))
    if (this.over) this.isNew = true
  }

  /** Plays the answer, or takes moves back. */
  settle(): void {
    this.change(settle(this, this.attempt))
  }

  /** Begins again. */
  again(): void {
    this.change(START)
  }

  protected change(next: Attempt): void {
    const before = this.moves.length
    this.attempt = next
    this.settled = Math.min(before, this.moves.length)
  }

  protected learn(at: number, turn: PuzzleTurn): void {
    this.turns = [...this.turns.slice(0, at), turn, ...this.turns.slice(at + 1)]
  }
}
