/** The lines that cells form. */

/** To the right, up, and the two diagonals, as [columns, rows]. */
const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

/**
 * The lines of at least `align` cells among the given cells, each from one end to the other. The hub names the cells of
 * all winning lines together.
 */
export function linesOf(cells: readonly number[], columns: number, align: number): number[][] {
  const has = (column: number, row: number) =>
    column >= 0 && column < columns && cells.includes(row * columns + column)
  const lines: number[][] = []
  for (const cell of cells)
    for (const [right, up] of DIRECTIONS) {
      let [column, row] = [cell % columns, Math.floor(cell / columns)]
      if (has(column - right, row - up)) continue
      const line: number[] = []
      for (; has(column, row); column += right, row += up) line.push(row * columns + column)
      if (line.length >= align) lines.push(line)
    }
  return lines
}
