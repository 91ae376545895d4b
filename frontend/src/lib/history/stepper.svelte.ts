/** A place in a sequence, from 0 to `count`, that a person steps through, or plays: then one step follows the other. */
export class Stepper {
  at = $state(0)
  /** ends at the last place */
  playing = $state(false)
  readonly #count: () => number

  constructor(count: () => number) {
    this.#count = count
  }

  get count(): number {
    return this.#count()
  }

  go(to: number): void {
    this.at = Math.min(this.count, Math.max(0, to))
    if (this.at === this.count) this.playing = false
  }

  /** Goes there, and stops playing. */
  readonly step = (to: number): void => {
    this.playing = false
    this.go(to)
  }

  /** Plays or pauses. At the end it plays from the beginning. */
  readonly playOrPause = (): void => {
    if (this.count === 0) return
    if (!this.playing && this.at === this.count) this.go(0)
    this.playing = !this.playing
  }

  /** For an effect: takes the next step after so many milliseconds if it plays. Returns a function that gives up. */
  playOn(ms: number): (() => void) | undefined {
    if (!this.playing) return
    const next = this.at + 1
    const timer = setTimeout(() => this.go(next), ms)
    return () => clearTimeout(timer)
  }
}
