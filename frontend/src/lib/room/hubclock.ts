/**
 * What time it is at the hub. The clocks of a game run there; this device's own clock may be wrong by minutes. The hub
 * says its time in welcomes and pongs, and half of the way there and back is the error of what it says (Cristian's
 * algorithm, 1989): the answer with the smallest error counts, until it is old or does not fit any more.
 */

/** A measurement this old gives way to any other, in milliseconds: clocks drift, and devices are set. */
const FRESH = 60_000

export class HubClock {
  #offset = 0
  #error = Infinity
  #at = 0

  /** The hub said `now`, asked at `sent` and heard at `received` by this device's clock. All in Unix milliseconds. */
  heard(now: number, sent: number, received: number): void {
    const error = Math.max(0, received - sent) / 2
    const offset = now - (sent + received) / 2
    const fits = Math.abs(offset - this.#offset) <= error + this.#error
    if (fits && error > this.#error && received - this.#at < FRESH) return
    this.#offset = offset
    this.#error = error
    this.#at = received
  }

  /** The hub's time when it is `device` here. */
  at(device: number): number {
    return device + this.#offset
  }
}
