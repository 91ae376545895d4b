/** The address of the look inside the search at a position; null: its game has none. */
import type { GameView } from '../games'
import { movesString } from '../analysis/line'

export function insideAddress(game: GameView, variant: string, moves: readonly string[]): string | null {
  if (game.family === 'force3') return null
  const query = { variant, moves: movesString(game, moves), eval: game.family === 'connect4' ? 'ai' : 'tens' }
  return `/inside?${new URLSearchParams(query).toString()}`
}
