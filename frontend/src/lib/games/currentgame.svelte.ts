/** Which game is on the page now, so that its help can speak of it. Every GameBoard says so for as long as it is there. */
import type { Family } from './game'

let boards = $state.raw<readonly { family: Family }[]>([])

export const shown = {
  /** the game of the board that came last; null: none is shown */
  get family(): Family | null {
    return boards.at(-1)?.family ?? null
  },
  /** Says that a board of this game is there; returns what takes that back. */
  add(family: Family): () => void {
    const board = { family }
    boards = [...boards, board]
    return () => (boards = boards.filter((one) => one !== board))
  },
}
