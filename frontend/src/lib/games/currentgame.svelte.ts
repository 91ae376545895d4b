/** Which game the page shows now, for the help dialog. Every GameBoard that is no mere picture registers itself
 * while it exists. */
import type { GameView } from './game'

let boards = $state.raw<readonly { game: GameView }[]>([])

export const currentGame = {
  /** the newest board's game with its variant; null: no board is shown */
  get game(): GameView | null {
    return boards.at(-1)?.game ?? null
  },
  /** Registers a board of this game; returns a function that unregisters it. */
  add(game: GameView): () => void {
    const board = { game }
    boards = [...boards, board]
    return () => (boards = boards.filter((one) => one !== board))
  },
}
