/**
 * What a reason makes the winner of a position do: the rules of a plan, as docs/teach/reasons.md has them, and chains of
 * threats. Pure. The same rules in Go are in internal/reasons.
 */
import { DIRECTIONS } from '../board/lines'
import type { Reason } from '../protocol/schemas'

/** The size of a board of Connect Four. */
export interface Grid {
  columns: number
  rows: number
  align: number
}

/**
 * A position: a character for each cell, from the bottom left, row by row. `w`: a disc of the winner; `l`: of the loser;
 * `.`: free.
 */
export type Discs = string
type Side = 'w' | 'l'

export type Plan = NonNullable<Reason['plan']>

/** Why a cell is taken: by a rule of a plan; as its first move (`begins`); or because it makes a threat (`threatens`). */
export type Rule =
  | 'wins'
  | 'blocks'
  | 'forks'
  | 'first'
  | 'pair'
  | 'on-top'
  | 'spare'
  | 'odd'
  | 'safe'
  | 'begins'
  | 'threatens'

/** The cells that the winner may take. None: the reason has failed. */
export interface Turn {
  cells: number[]
  rule: Rule
}

export const put = (discs: Discs, cell: number, side: Side): Discs =>
  discs.slice(0, cell) + side + discs.slice(cell + 1)

/** The cells in which a disc can come to rest now. */
export function landing({ columns }: Grid, discs: Discs): number[] {
  const cells: number[] = []
  for (let column = 0; column < columns; column++) {
    let cell = column
    while (cell < discs.length && discs[cell] !== '.') cell += columns
    if (cell < discs.length) cells.push(cell)
  }
  return cells
}

/** Whether a disc of a side on a cell would complete a line. */
export function completes({ columns, rows, align }: Grid, discs: Discs, cell: number, side: Side): boolean {
  const [column, row] = [cell % columns, Math.floor(cell / columns)]
  for (const [right, up] of DIRECTIONS) {
    let count = 1
    for (const sign of [1, -1]) {
      let [x, y] = [column + sign * right, row + sign * up]
      while (x >= 0 && x < columns && y >= 0 && y < rows && discs[y * columns + x] === side) {
        count++
        x += sign * right
        y += sign * up
      }
    }
    if (count >= align) return true
  }
  return false
}

/** The cells with which a side would complete a line now. */
export const wins = (grid: Grid, discs: Discs, side: Side): number[] =>
  landing(grid, discs).filter((cell) => completes(grid, discs, cell, side))

/**
 * What the winner's threats leave the loser, who is to move: the only reply that does not lose at once, or none, with the
 * cells of two threats (`double`). Neither if there is no threat, or if the loser wins first.
 */
export function replyTo(grid: Grid, discs: Discs): { only: number | null; double: number[] } {
  const now = wins(grid, discs, 'w')
  if (now.length === 0 || wins(grid, discs, 'l').length > 0) return { only: null, double: [] }
  // The reply makes the cell above it free.
  const above = now[0]! + grid.columns
  if (now.length === 1 && above < discs.length && completes(grid, discs, above, 'w')) now.push(above)
  return now.length > 1 ? { only: null, double: now } : { only: now[0]!, double: [] }
}

/** What a plan allows the winner, who is to move. `any`: any safe cell. `last`: the loser's last cell; null: none. */
export function allowed(grid: Grid, discs: Discs, plan: Plan | 'any', last: number | null): Turn {
  const now = wins(grid, discs, 'w')
  if (now.length > 0) return { cells: now, rule: 'wins' }
  const must = wins(grid, discs, 'l')
  if (must.length > 0) return { cells: must, rule: 'blocks' }
  const { first = [], pairs = [], never = [], spare = [] } = plan === 'any' ? {} : plan
  const above = (cell: number) => cell + grid.columns
  const safe = landing(grid, discs).filter(
    (cell) =>
      !never.includes(cell) && (above(cell) >= discs.length || !completes(grid, discs, above(cell), 'l')),
  )
  if (plan === 'any') return { cells: safe, rule: 'safe' }
  const rules: readonly [Rule, number[]][] = [
    ['forks', safe.filter((cell) => replyTo(grid, put(discs, cell, 'w')).double.length > 0)],
    ['first', first.filter((cell) => safe.includes(cell)).slice(0, 1)],
    ['pair', pairs.flatMap(([one, two]) => (last === one ? [two] : last === two ? [one] : []))],
    ['on-top', last === null ? [] : [above(last)]],
    ['spare', spare.filter((cell) => safe.includes(cell)).slice(0, 1)],
    ['odd', safe.filter((cell) => (grid.rows - Math.floor(cell / grid.columns)) % 2 === 1)],
  ]
  for (const [rule, named] of rules) {
    const cells = named.filter((cell) => safe.includes(cell))
    if (cells.length > 0) return { cells: rule === 'pair' ? cells.slice(0, 1) : cells, rule }
  }
  return { cells: safe, rule: 'safe' }
}

/** The maximum number of a chain's moves of the winner. */
const MAX_CHAIN = 9

/**
 * The shortest chain with the winner to move: each move of the winner makes a threat, which leaves the loser one reply,
 * until the last one makes two. The moves of both in turn; none: the winner wins at once; null: there is no chain.
 */
export function shortestChain(grid: Grid, discs: Discs): number[] | null {
  const failed = new Set<string>()
  const find = (discs: Discs, moves: number): number[] | null => {
    if (wins(grid, discs, 'w').length > 0) return []
    const key = moves + discs
    if (moves === 0 || failed.has(key)) return null
    const must = wins(grid, discs, 'l')
    for (const cell of must.length > 0 ? must : landing(grid, discs)) {
      const after = put(discs, cell, 'w')
      const { only, double } = replyTo(grid, after)
      if (double.length > 0) return [cell]
      const rest = only === null ? null : find(put(after, only, 'l'), moves - 1)
      if (rest) return [cell, only!, ...rest]
    }
    failed.add(key)
    return null
  }
  for (let moves = 0; moves <= MAX_CHAIN; moves++) {
    const found = find(discs, moves)
    if (found) return found
  }
  return null
}

/**
 * What a reason makes the winner do, who is to move. `last`: the loser's last cell; null: none. `turn`: how many turns the
 * winner has had since the position of the reason. A first move that cannot be played is left out.
 */
export function turnOf(
  grid: Grid,
  discs: Discs,
  { kind, moves = [], plan = {} }: Pick<Reason, 'kind' | 'moves' | 'plan'>,
  last: number | null,
  turn: number,
): Turn {
  const planned = allowed(grid, discs, kind === 'safe' ? 'any' : plan, last)
  if (planned.rule === 'wins' || planned.rule === 'blocks') return planned
  const isPlan = kind === 'safe' || kind === 'follow'
  const begin = moves[2 * turn]
  if (begin !== undefined && landing(grid, discs).includes(begin)) {
    const last = 2 * turn === moves.length - 1
    return { cells: [begin], rule: !last ? 'threatens' : isPlan ? 'begins' : 'forks' }
  }
  if (isPlan) return planned
  return { cells: shortestChain(grid, discs)?.slice(0, 1) ?? [], rule: 'threatens' }
}
