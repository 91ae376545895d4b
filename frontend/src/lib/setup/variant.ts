/** The choice of a game and its board, and the variant string for it. */
import { isPlayableSize, SIZES, type Family } from '../games'

/** A board of Connect Four: columns, rows, and discs to align. */
export interface Size {
  columns: number
  rows: number
  align: number
}

/** The options that determine the variant. */
export interface GameChoice {
  game: Family
  /** only Connect Four */
  size: Size
  /** only Force 3: all discs are placed before any may move */
  placed: boolean
  /**
   * Only Force 3: the first disc must go to a corner. On by default: without this rule the first player can force a win,
   * with it each player can force a draw.
   */
  fair: boolean
  /** only Force 3: the rules of force3:report. `placed` and `fair` do not apply to it */
  report: boolean
}

/** The preset boards. */
export const PRESETS = {
  classic: { columns: 7, rows: 6, align: 4 },
  small: { columns: 6, rows: 5, align: 4 },
  large: { columns: 8, rows: 7, align: 4 },
  wide: { columns: 9, rows: 7, align: 4 },
  giant: { columns: 15, rows: 15, align: 5 },
} as const satisfies Record<string, Size>

export type Preset = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The preset that equals a board; null: none. */
export function presetOf(size: Size): Preset | null {
  const same = ({ columns, rows, align }: Size) =>
    columns === size.columns && rows === size.rows && align === size.align
  return PRESET_NAMES.find((name) => same(PRESETS[name])) ?? null
}

/** The boards of a well-known school assignment: the allowed columns, rows and numbers of discs to align. */
export const ASSIGNMENT = {
  columns: [6, 7, 8],
  rows: [5, 6, 7],
  align: [3, 4, 5],
} as const satisfies Record<keyof Size, readonly number[]>

/** Whether the assignment allows a board. */
export const isOfAssignment = (size: Size): boolean =>
  (['columns', 'rows', 'align'] as const).every((key) =>
    (ASSIGNMENT[key] as readonly number[]).includes(size[key]),
  )

/** What is wrong with a board: a number out of range, or an alignment longer than both sides (`fit`); null: nothing. */
export function sizeProblem({ columns, rows, align }: Size): 'columns' | 'rows' | 'align' | 'fit' | null {
  const within = (n: number, least: number, most: number) => Number.isInteger(n) && n >= least && n <= most
  if (!within(columns, SIZES.least, SIZES.most)) return 'columns'
  if (!within(rows, SIZES.least, SIZES.most)) return 'rows'
  if (!within(align, SIZES.leastAlign, SIZES.mostAlign)) return 'align'
  return isPlayableSize(columns, rows, align) ? null : 'fit'
}

export const variantOfSize = ({ columns, rows, align }: Size): string =>
  `connect4:${columns}x${rows}:${align}`

/** The board of a variant of Connect Four; null: another game. */
export function sizeOf(variant: string): Size | null {
  const match = /^connect4:(\d+)x(\d+):(\d+)$/.exec(variant)
  if (!match) return null
  const [columns, rows, align] = match.slice(1).map(Number) as [number, number, number]
  return { columns, rows, align }
}

/** The variant string of a choice. */
export function variantOf({ game, size, placed, fair, report }: GameChoice): string {
  if (game === 'tictactoe') return 'tictactoe'
  if (game === 'connect4') return variantOfSize(size)
  if (report) return 'force3:report'
  return `force3${placed ? ':placed' : ''}${fair ? ':fair' : ''}`
}
