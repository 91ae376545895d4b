/** The position of a finished game that is shown, and the ways to another one: for the page of a replay and its embed. */
import { moveText } from '../i18n/boardtext'
import { colourName } from '../i18n/names'
import type { GameView } from '../games'
import { pageKeyTarget } from '../pagekey'
import { m } from '../paraglide/messages'
import { turnAt } from '../protocol/entries'
import type { Game } from '../protocol/rest'
import { Stepper } from './stepper.svelte'

export class Steps extends Stepper {
  /** whether the last step was one move forward: only then a disc falls */
  #forward = $state(false)
  readonly #game: () => Game | null

  constructor(game: () => Game | null) {
    super(() => game()?.moves.length ?? 0)
    this.#game = game
  }

  /** The number of moves that are drawn without animation. */
  get settled(): number {
    return this.#forward ? this.at - 1 : this.at
  }

  override go(to: number): void {
    const before = this.at
    super.go(to)
    this.#forward = this.at === before + 1
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    const at = pageKeyTarget(event)
    if (!at) return
    if (event.key === ' ') {
      // On a button or a link, the space bar presses it.
      if (at.closest('button, a') || event.repeat) return
      event.preventDefault()
      this.playOrPause()
      return
    }
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.count }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.step(to)
  }

  /** The position in words: its number, and the move that led to it. */
  text(view: GameView | null): string {
    const game = this.#game()
    if (!game || this.at === 0) return m.replay_start()
    const colour = colourName(game.players[turnAt(game.first, this.at - 1) - 1]!.colour)
    return m.replay_at({
      where: m.replay_position({ ply: this.at, count: this.count }),
      move: `${colour}, ${moveText(view, game.moves[this.at - 1]!)}`,
    })
  }
}
