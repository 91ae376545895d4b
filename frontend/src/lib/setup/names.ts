/** Games and boards in the person's language, as every page names them. */
import type { Family } from '../games'
import { m } from '../paraglide/messages'
import type { Size } from './variant'

const GAMES: Record<Family, () => string> = {
  connect4: m.setup_game_connect4,
  tictactoe: m.setup_game_tictactoe,
  force3: m.setup_game_force3,
}

export const gameName = (game: Family): string => GAMES[game]()

/** A board, as `7 × 6`; the alignment is told where it is not the four of the game's name. */
export function sizeWords({ columns, rows, align }: Size): string {
  const sides = m.setup_size({ columns, rows })
  return align === 4 ? sides : `${sides}, ${m.setup_align({ align })}`
}

/** A variant without the name of its game; empty when the game has but one form. One that is not known: as it is. */
export function boardOf(variant: string): string {
  const match = /^connect4:(\d+)x(\d+):(\d+)$/.exec(variant)
  if (match) {
    const [columns, rows, align] = match.slice(1).map(Number) as [number, number, number]
    return sizeWords({ columns, rows, align })
  }
  const parts = variant.split(':').slice(1)
  const words: Record<string, () => string> = { placed: m.setup_placed_short, fair: m.setup_fair_short }
  return parts.map((part) => words[part]?.() ?? part).join(', ')
}

/** A variant in words: `Connect Four, 9 × 7`. */
export function variantName(variant: string): string {
  const family = variant.split(':')[0]! as Family
  return [GAMES[family]?.() ?? family, boardOf(variant)].filter(Boolean).join(', ')
}
