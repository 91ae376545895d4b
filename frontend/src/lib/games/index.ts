import { connect4 } from './connect4'
import type { GameView } from './game'

export type { GameView, Placed, Target } from './game'

/** What the page offers. */
export const DEFAULT_VARIANT = 'connect4:7x6:4'

/** The view of a variant's game, or null if this page does not know it. */
export function gameOf(variant: string): GameView | null {
  const match = /^connect4:(\d+)x(\d+):\d+$/.exec(variant)
  if (!match) return null
  const columns = Number(match[1])
  const rows = Number(match[2])
  const fits = (n: number) => n >= 4 && n <= 15
  return fits(columns) && fits(rows) ? connect4(columns, rows) : null
}
