/** The lines that cells form. Cells are counted row * columns + column, from the bottom left, from 0. */

/** To the right, up, and the two diagonals, as [columns, rows]. */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/** The lines of at least `align` cells among the given cells, each from its left or lower end to the other. */
export function linesOf(cells: Iterable<number>, columns: number, align: number): number[][] {
  const set = new Set(cells)
  const has = (column: number, row: number) =>
    column >= 0 && column < columns && set.has(row * columns + column)
  const lines: number[][] = []
  for (const [right, up] of DIRECTIONS)
    for (const cell of set) {
      let [column, row] = [cell % columns, Math.floor(cell / columns)]
      if (has(column - right, row - up)) continue
      const line: number[] = []
      for (; has(column, row); column += right, row += up) line.push(row * columns + column)
      if (line.length >= align) lines.push(line)
    }
  return lines
}
