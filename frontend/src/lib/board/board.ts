/** What the board component is given. It knows no game, no network and no language. */

/** A piece on a cell. Cells are counted row * columns + column, from the bottom left, from 0. */
export interface BoardDisc {
  /** stays the same as long as the disc lies there */
  key: number
  cell: number
  seat: 1 | 2
  colour: 'red' | 'yellow'
  /** whether it drops in from above when it is first drawn */
  falls: boolean
  /** not confirmed yet: drawn fainter */
  pending: boolean
}

/** A place that can be tapped. */
export interface BoardTarget {
  key: string
  /** for those who cannot see the board */
  label: string
  /** in cells, from the top left */
  area: { x: number; y: number; width: number; height: number }
  /** where a disc would come to rest; null: nothing can be put here now */
  cell: number | null
}

/** The board in words. */
export interface BoardWords {
  label: string
  caption: string
  row(row: number): string
  column(column: number): string
  cell(disc: BoardDisc | null): string
}

/** Lengths of the drawing, in its own units. */
export const CELL = 100
export const FRAME = 22
export const FOOT = 30
export const HOLE = 41
export const DISC = 43.5

/** The centre of a cell, in the drawing's units; the top left hole is in the square from 0,0. */
export function centre(cell: number, columns: number, rows: number): { x: number; y: number } {
  return {
    x: ((cell % columns) + 0.5) * CELL,
    y: (rows - Math.floor(cell / columns) - 0.5) * CELL,
  }
}

/** The outline of the front panel: a rounded plate with a hole for each cell, for fill-rule evenodd. */
export function panel(columns: number, rows: number): string {
  const left = -FRAME
  const width = columns * CELL + 2 * FRAME
  const height = rows * CELL + FRAME + FOOT
  const round = 44
  const h = width - 2 * round
  const v = height - 2 * round
  const arc = (dx: number, dy: number) => `a${round},${round} 0 0 1 ${dx},${dy}`
  let path =
    `M${left + round},${-FRAME}h${h}${arc(round, round)}v${v}${arc(-round, round)}` +
    `h${-h}${arc(-round, -round)}v${-v}${arc(round, -round)}z`
  for (let cell = 0; cell < columns * rows; cell++) {
    const { x, y } = centre(cell, columns, rows)
    path += `M${x - HOLE},${y}a${HOLE},${HOLE} 0 1 0 ${2 * HOLE},0a${HOLE},${HOLE} 0 1 0 ${-2 * HOLE},0z`
  }
  return path
}
