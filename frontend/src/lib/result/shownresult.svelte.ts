import type { RoomState } from '../room/state'

/**
 * Whether the result of a room's game has its place on the board: from the end of the game until the person closes it.
 * As long as it does, it offers the rematch, and the actions below the board do not.
 */
export class ShownResult {
  /** the number of the game whose result was closed; 0: none */
  #closed = $state(0)

  isShown({ phase, n, knownUpTo, imported, game }: RoomState): boolean {
    return phase === 'finished' && n >= knownUpTo && !imported && this.#closed !== game
  }

  close({ game }: RoomState): void {
    this.#closed = game
  }
}
