/** What the analysis of a replay knows at the position that is shown: for its words, the board and the list of moves. */
import type { BoardLabel } from '../board/board'
import { gameOf, type GameView } from '../games'
import type { Game } from '../protocol/rest'
import { Analyser } from './analyser.svelte'
import { gameOver } from './gameover'
import { isMistake } from './grade'
import { moveLabels } from './labels'
import { Review } from './review.svelte'
import { gradeSign, gradeText, isBad } from './text'

/** What the list of moves says about a move. */
export interface MoveNote {
  sign: string
  bad: boolean
  words: string
}

export class ReplayCoach {
  readonly game: Game
  readonly view: GameView
  /** the values of the position */
  readonly analyser = new Analyser()
  /** the grades of all moves */
  readonly review: Review
  readonly #ply: () => number

  /** the move under the pointer or focus in the list of values: the board shows it */
  pointed = $state<string | null>(null)

  /** the moves before the position */
  readonly moves = $derived.by(() => this.game.moves.slice(0, this.#ply()))
  readonly over = $derived.by(() =>
    gameOver(this.view, this.view.at(this.moves, this.game.first), this.#ply()),
  )
  /** the labels of all moves in the position */
  readonly moveValues = $derived.by(() => (this.over ? [] : moveLabels(this.analyser.analysis?.moves ?? [])))
  readonly grades = $derived.by(() => this.review.grades)
  /** by move; null: not graded yet */
  readonly notes = $derived.by(() =>
    this.grades.map(
      (grade): MoveNote | null =>
        grade && { sign: gradeSign(grade), bad: isBad(grade), words: gradeText(grade) },
    ),
  )

  /** the mistake that is about to be made */
  readonly ahead = $derived.by(() => {
    const next = this.grades[this.#ply()]
    return isMistake(next) ? next : null
  })
  /** that mistake and a better move, for the board; null: no mistake is made here */
  readonly compared = $derived.by(
    () => this.ahead && { played: this.game.moves[this.#ply()]!, better: this.ahead.better },
  )
  /** The labels for the board. On a tray they would cover the two moves. */
  readonly labels = $derived.by((): readonly BoardLabel[] =>
    this.ahead && this.view.look !== 'plate' ? [] : this.moveValues,
  )

  /** `ply`: the position that is shown. `game` must be of a known variant. */
  constructor(game: Game, ply: () => number) {
    this.game = game
    this.view = gameOf(game.variant)!
    this.review = new Review(game)
    this.#ply = ply
  }
}
