/** Which game the page shows now, for the help dialog. Every GameBoard registers itself while it exists. */
import type { Family } from './game'

let boards = $state.raw<readonly { family: Family }[]>([])

export const currentGame = {
  /** the game of the newest board; null: no board is shown */
  get family(): Family | null {
    return boards.at(-1)?.family ?? null
  },
  /** Registers a board of this game; returns a function that unregisters it. */
  add(family: Family): () => void {
    const board = { family }
    boards = [...boards, board]
    return () => (boards = boards.filter((one) => one !== board))
  },
}
