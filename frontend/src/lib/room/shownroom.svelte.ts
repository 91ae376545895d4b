/**
 * The room as the page shows it. An AI often answers within milliseconds, while the player's own disc still falls. So the
 * page shows the reply a moment after that disc has landed, as if the AI had looked at the board.
 *
 * Only what the page shows waits, not what it knows. Nothing waits in AI against AI, after a reload, or longer than the
 * AI itself took.
 */
import { fallMs } from '../board/board'
import type { Entry } from '../protocol/entries'
import { apply, type RoomMessage } from './apply'
import type { RoomState } from './state'
import { isAIAgainstAI, isAISeat } from './view'

/** How long the AI seems to look at the board after the player's disc has landed: from, and up to, in milliseconds. */
const LOOK = { from: 300, to: 600 }

/** When the player's disc has landed, in milliseconds: a fall through six rows. The room does not know the board. */
export const LANDING = fallMs(6)

/**
 * How long after the player's last move the page shows this entry at the earliest, in milliseconds; 0: at once. `before`
 * is the room before the entry. The time differs from ply to ply, but is always the same for one ply.
 */
export function replyDelay(before: RoomState, entry: Entry): number {
  if (entry.type !== 'moved' || !isAISeat(before, entry.data.seat) || isAIAgainstAI(before)) return 0
  // With a clock, the player's time runs as soon as the AI has moved.
  if (before.clock !== null) return LANDING
  return LANDING + LOOK.from + ((before.moves.length * 137) % (LOOK.to - LOOK.from))
}

export class ShownRoom {
  state = $state.raw() as RoomState
  /** when the player made the last move, as performance.now() */
  #movedAt = -Infinity
  /** set while a reply waits */
  #timer: ReturnType<typeof setTimeout> | undefined
  #known: RoomState

  constructor(state: RoomState) {
    this.state = state
    this.#known = state
  }

  /** Shows a message. `known` is all that the page knows, including the message. */
  update(message: RoomMessage, known: RoomState): void {
    this.#known = known
    if (message.t === 'command-given' && message.command.t === 'move') this.#movedAt = performance.now()
    if (message.t === 'welcome' || message.t === 'resync') this.#showAll()
    else if (message.t === 'entries') this.#showEntries(message.entries)
    else this.state = this.#timer === undefined ? known : apply(this.state, message)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #showEntries(entries: readonly Entry[]): void {
    // A reply is waiting, and what follows it waits too.
    if (this.#timer !== undefined) return
    const passed = performance.now() - this.#movedAt
    let state = this.state
    for (const entry of passed > LANDING + LOOK.to ? [] : entries) {
      const wait = replyDelay(state, entry) - passed
      if (wait > 0) {
        this.state = state
        this.#timer = setTimeout(() => this.#showAll(), wait)
        return
      }
      state = apply(state, { t: 'entries', entries: [entry] })
    }
    this.state = this.#known
  }

  #showAll(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.state = this.#known
  }
}
