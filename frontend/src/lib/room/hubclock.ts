/**
 * The hub's time, estimated with Cristian's algorithm (1989). The clocks of a game run on the hub, and this device's
 * clock may be wrong by minutes. Welcomes and pongs carry the hub's time; the error of such a sample is half its round
 * trip. The sample with the smallest error is used until it is too old or contradicts a new one.
 */

/** A sample older than this is replaced by any other, in milliseconds: clocks drift. */
const MAX_AGE = 60_000

export class HubClock {
  #offset = 0
  #error = Infinity
  #at = 0

  /**
   * Adds a sample. `now`: the hub's time in an answer; `sent` and `received`: when the request was sent and the answer
   * received, by this device's clock. All in Unix milliseconds.
   */
  addSample(now: number, sent: number, received: number): void {
    const error = Math.max(0, received - sent) / 2
    const offset = now - (sent + received) / 2
    const consistent = Math.abs(offset - this.#offset) <= error + this.#error
    if (consistent && error > this.#error && received - this.#at < MAX_AGE) return
    this.#offset = offset
    this.#error = error
    this.#at = received
  }

  /** Converts this device's time to the hub's time. */
  at(device: number): number {
    return device + this.#offset
  }
}
