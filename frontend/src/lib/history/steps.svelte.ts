/** The position of a finished game that is shown, and the ways to another one: for the page of a replay and its embed. */
import { moveText } from '../i18n/boardtext'
import { colourName } from '../i18n/names'
import type { GameView } from '../games'
import { pageKeyTarget } from '../pagekey'
import { m } from '../paraglide/messages'
import { turnAt } from '../protocol/entries'
import type { Game } from '../protocol/rest'

export class Steps {
  /** the position: after this many moves */
  ply = $state(0)
  /** whether the last step was one move forward: only then a disc falls */
  forward = $state(false)
  playing = $state(false)
  readonly #game: () => Game | null

  constructor(game: () => Game | null) {
    this.#game = game
  }

  get count(): number {
    return this.#game()?.moves.length ?? 0
  }

  /** The number of moves that are drawn without animation. */
  get settled(): number {
    return this.forward ? this.ply - 1 : this.ply
  }

  go(to: number): void {
    const target = Math.min(this.count, Math.max(0, to))
    this.forward = target === this.ply + 1
    this.ply = target
  }

  /** Goes there, and stops playing. */
  readonly step = (to: number): void => {
    this.playing = false
    this.go(to)
  }

  /** Starts or pauses. At the end of the game it starts from the beginning. */
  readonly toggle = (): void => {
    if (this.count === 0) return
    if (!this.playing && this.ply === this.count) this.go(0)
    this.playing = !this.playing
  }

  /** Shows the next position after so many milliseconds, and stops at the last. Returns a function that gives up. */
  nextAfter(ms: number): () => void {
    const next = this.ply + 1
    const timer = setTimeout(() => {
      this.playing = next < this.count
      this.go(next)
    }, ms)
    return () => clearTimeout(timer)
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    const at = pageKeyTarget(event)
    if (!at) return
    if (event.key === ' ') {
      // On a button or a link, the space bar presses it.
      if (at.closest('button, a') || event.repeat) return
      event.preventDefault()
      this.toggle()
      return
    }
    const to = { ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.count }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.step(to)
  }

  /** The position in words: its number, and the move that led to it. */
  text(view: GameView | null): string {
    const game = this.#game()
    if (!game || this.ply === 0) return m.replay_start()
    const colour = colourName(game.players[turnAt(game.first, this.ply - 1) - 1]!.colour)
    return m.replay_at({
      where: m.replay_position({ ply: this.ply, count: this.count }),
      move: `${colour}, ${moveText(view, game.moves[this.ply - 1]!)}`,
    })
  }
}
