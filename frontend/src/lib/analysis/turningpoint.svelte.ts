/** The turning point of a game as a replay shows it, and the line of moves that shows what it led to. */
import { gameOf, type GameView } from '../games'
import { Stepper } from '../history/stepper.svelte'
import { colourName } from '../i18n/names'
import { moveText } from '../i18n/boardtext'
import { m } from '../paraglide/messages'
import { turnAt } from '../protocol/entries'
import type { Game } from '../protocol/rest'
import { gameOver } from './gameover'
import { Review } from './review.svelte'
import { punishment } from './slip'

export class TurningPoint extends Stepper {
  readonly game: Game
  readonly view: GameView
  readonly review: Review
  readonly #ply: () => number

  readonly found = $derived.by(() => (this.review.turning?.is === 'found' ? this.review.turning : null))
  /** The moves that show it: a win that was missed, the opponent's win, or the rest of the game, which was lost. */
  readonly line = $derived.by((): readonly string[] => {
    if (!this.found) return []
    const { ply, grade } = this.found
    const [before, played] = [this.game.moves.slice(0, ply), this.game.moves.slice(ply)]
    if (grade.is !== 'blunder') return played
    return this.missesWin ? [grade.better] : punishment(this.view, before, played)
  })
  readonly missesWin = $derived.by(
    () => this.found?.grade.is === 'blunder' && this.found.grade.slip === 'win',
  )
  /** the moves on the board while the line is shown; null: the board shows a position of the game */
  readonly moves = $derived.by(() =>
    this.at > 0 ? [...this.game.moves.slice(0, this.found!.ply), ...this.line.slice(0, this.at)] : null,
  )
  readonly #over = $derived.by(
    () => this.moves && gameOver(this.view, this.view.at(this.moves, this.game.first), this.moves.length),
  )
  /** what the line shows now, for the board and in words; null: the board shows a position of the game */
  readonly shown = $derived.by(() => {
    if (!this.moves) return null
    const { players, first } = this.game
    const seat = turnAt(first, this.moves.length - 1)
    const colour = (of: 1 | 2) => colourName(players[of - 1]!.colour)
    const last = m.status_last_move({ colour: colour(seat), what: moveText(this.view, this.moves.at(-1)!) })
    const winner = this.#over?.winner
    return {
      moves: this.moves,
      won: this.#over?.cells,
      text: winner ? `${last} ${m.analysis_over_won({ name: colour(winner) })}` : last,
    }
  })
  /** the move of the turning point and the better one, for the board; null: another position is shown */
  readonly compared = $derived.by(() => {
    const { found } = this
    if (!found || this.moves || found.ply !== this.#ply()) return null
    return { played: this.game.moves[found.ply]!, better: found.grade.better }
  })

  /** `ply`: the position that the page shows. `game` must be of a known variant. */
  constructor(game: Game, ply: () => number) {
    super()
    this.game = game
    this.view = gameOf(game.variant)!
    this.review = new Review(game)
    this.#ply = ply
  }

  get count(): number {
    return this.line.length
  }

  /** Plays the line move by move. */
  readonly play = (): void => {
    this.playing = true
    this.go(1)
  }
}
