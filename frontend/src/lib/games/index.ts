import { connect4 } from './connect4'
import type { GameView } from './game'
import { loadedTrays } from './loaded.svelte'

export type * from './game'
export { FAMILIES } from './game'
export { loadGames } from './loaded.svelte'

/** The variant that is selected by default. */
export const DEFAULT_VARIANT = 'connect4:7x6:4'

/** The limits of Connect Four: columns and rows, and discs to align. */
export const SIZES = { least: 4, most: 15, leastAlign: 3, mostAlign: 5 } as const

/** Whether Connect Four can be played on this board: an alignment must fit. */
export function isPlayableSize(columns: number, rows: number, align: number): boolean {
  const sideFits = (n: number) => n >= SIZES.least && n <= SIZES.most
  const lineFits = align >= SIZES.leastAlign && align <= SIZES.mostAlign && align <= Math.max(columns, rows)
  return sideFits(columns) && sideFits(rows) && lineFits
}

/** Whether gameOf needs loadGames first for this variant. */
export const mustLoad = (variant: string): boolean => /^(tictactoe|force3)/.test(variant) && !loadedTrays()

/** Returns the view of a variant, or null if this page does not know the variant or has not loaded it. Reactive. */
export function gameOf(variant: string): GameView | null {
  const match = /^connect4:([1-9]\d?)x([1-9]\d?):(\d)$/.exec(variant)
  if (match) {
    const [columns, rows, align] = match.slice(1).map(Number) as [number, number, number]
    return isPlayableSize(columns, rows, align) ? connect4(columns, rows, align) : null
  }
  const trays = loadedTrays()
  if (variant === 'tictactoe') return trays?.tictactoe ?? null
  const options = /^force3(?:(:placed)?(:fair)?|:report)$/.exec(variant)
  if (!trays || !options) return null
  const [, placed, fair] = options
  return trays.force3({ placed: !!placed, fair: !!fair, report: variant.endsWith('report') })
}
