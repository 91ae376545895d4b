/** Which game, on which board, as a person chooses it; and the variant that says so to the hub. */
import { fits, SIZES, type Family } from '../games'

export const FAMILIES = ['connect4', 'tictactoe', 'force3'] as const satisfies readonly Family[]

/** A board of Connect Four: columns, rows, and discs to align. */
export interface Size {
  columns: number
  rows: number
  align: number
}

/** What is chosen of the games themselves. */
export interface GameChoice {
  game: Family
  /** of Connect Four */
  size: Size
  /** of Force 3: all discs are placed before any may move */
  placed: boolean
  /**
   * Of Force 3: the first turn must be a corner. On unless somebody turns it off: without it the first player wins by
   * force, so that the lot alone would decide; with it both can hold a draw.
   */
  fair: boolean
}

/** The boards that are offered by name. */
export const PRESETS = {
  classic: { columns: 7, rows: 6, align: 4 },
  small: { columns: 6, rows: 5, align: 4 },
  large: { columns: 8, rows: 7, align: 4 },
  wide: { columns: 9, rows: 7, align: 4 },
  giant: { columns: 15, rows: 15, align: 5 },
} as const satisfies Record<string, Size>

export type Preset = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The preset that a board is; null: one of its own. */
export function presetOf(size: Size): Preset | null {
  const same = ({ columns, rows, align }: Size) =>
    columns === size.columns && rows === size.rows && align === size.align
  return PRESET_NAMES.find((name) => same(PRESETS[name])) ?? null
}

/** Why a board cannot be played on: out of range, or an alignment longer than both sides; null: it can. */
export function sizeProblem({ columns, rows, align }: Size): 'columns' | 'rows' | 'align' | 'fit' | null {
  const within = (n: number, least: number, most: number) => Number.isInteger(n) && n >= least && n <= most
  if (!within(columns, SIZES.least, SIZES.most)) return 'columns'
  if (!within(rows, SIZES.least, SIZES.most)) return 'rows'
  if (!within(align, SIZES.leastAlign, SIZES.mostAlign)) return 'align'
  return fits(columns, rows, align) ? null : 'fit'
}

/** Whether `placed` and `fair` go together, which not every hub offers. */
export const placedFair = (offered: readonly string[]): boolean => offered.includes('force3:placed:fair')

/** The variant of a choice. `offered`: those that the hub names, for what it need not know. */
export function variantOf({ game, size, placed, fair }: GameChoice, offered: readonly string[] = []): string {
  if (game === 'tictactoe') return 'tictactoe'
  if (game === 'connect4') return `connect4:${size.columns}x${size.rows}:${size.align}`
  if (placed) return fair && placedFair(offered) ? 'force3:placed:fair' : 'force3:placed'
  return fair ? 'force3:fair' : 'force3'
}
