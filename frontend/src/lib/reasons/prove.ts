/** Proves reasons against every reply, without a solver, and finds the reply that breaks one. Pure. */
import type { Reason } from '../protocol/schemas'
import { completes, landing, put, replyTo, shortestChain, turnOf, wins, type Discs, type Grid } from './plan'

/** Why a reason does not win: see `breaks`. */
export interface Break {
  /** the cells of the moves until then, the loser's first */
  line: number[]
  /**
   * `taken`: the loser has a disc on each cell that the reason names; `lost`: the loser has completed a line; `stuck`: the
   * reason gives the winner no move; `full`: the board is full
   */
  why: 'taken' | 'lost' | 'stuck' | 'full'
}

/** The maximum number of positions in a proof, and in the search for a line that breaks a reason, which a person awaits. */
const MAX_POSITIONS = 30_000
const MAX_BREAK = 4000

/** A position with the loser to move, and how it came about. */
interface Node {
  discs: Discs
  /** how many turns the winner has had */
  turns: number
  line: readonly number[]
}

/**
 * Plays the winner's turns by a reason against all replies, the shortest lines first. Returns how it fails first; the
 * number of positions with the winner to move if the winner wins in all lines; or null if there are too many positions.
 * `breaking`: whether a line ends when the loser has all cells that the reason names.
 */
function explore(
  grid: Grid,
  discs: Discs,
  begins: { last: number | null } | null,
  reason: Reason,
  breaking: boolean,
): Break | number | null {
  const seen = new Set<string>()
  const queue: Node[] = []
  const scheduled = (reason.moves?.length ?? 0) / 2
  /** The winner's turn after the loser took `last`; null: nothing has failed. */
  const winnerMoves = (discs: Discs, last: number | null, turns: number, line: readonly number[]) => {
    const key = `${last} ${turns < scheduled ? turns : ''}${discs}`
    if (seen.has(key)) return null
    seen.add(key)
    const failed = (why: Break['why']): Break => ({ line: [...line], why })
    if (!discs.includes('.')) return failed('full')
    const { cells, rule } = turnOf(grid, discs, reason, last, turns)
    if (rule === 'wins') return null
    if (breaking && reason.cells.every((cell) => discs[cell] === 'l')) return failed('taken')
    if (cells.length === 0) return failed('stuck')
    for (const cell of cells)
      queue.push({ discs: put(discs, cell, 'w'), turns: turns + 1, line: [...line, cell] })
    return null
  }
  const start = begins ? winnerMoves(discs, begins.last, 0, begins.last === null ? [] : [begins.last]) : null
  if (start) return start
  if (!begins) queue.push({ discs, turns: 0, line: [] })
  for (const { discs, turns, line } of queue) {
    const won = wins(grid, discs, 'l')
    if (won.length > 0) return { line: [...line, won[0]!], why: 'lost' }
    if (!discs.includes('.')) return { line: [...line], why: 'full' }
    for (const cell of landing(grid, discs)) {
      const failed = winnerMoves(put(discs, cell, 'l'), cell, turns, [...line, cell])
      if (failed) return failed
      if (seen.size > (breaking ? MAX_BREAK : MAX_POSITIONS)) return null
    }
  }
  return seen.size
}

/** The kind of a win by threats alone in so many plies, with the winner to move. */
const kindOf = (plies: number): Reason['kind'] => (plies === 1 ? 'at-once' : plies === 3 ? 'fork' : 'chain')

/**
 * Checks a reason against every reply, of a kind that is shown to people. `winnerMoves`: whether the winner is to move.
 * Returns the number of positions that were checked; null: the reason is not proved.
 */
export function prove(grid: Grid, discs: Discs, winnerMoves: boolean, reason: Reason): number | null {
  const { kind, moves = [] } = reason
  const proved = (found: Break | number | null) => (typeof found === 'number' ? found : null)
  const later = { ...reason, moves: [] }
  if (winnerMoves && kind === 'safe') return proved(explore(grid, discs, { last: null }, later, false))
  if (winnerMoves ? moves.length % 2 === 0 : moves.length > 0) return null
  for (const [i, cell] of moves.entries()) {
    if (!landing(grid, discs).includes(cell)) return null
    if (i % 2 === 1) {
      if (replyTo(grid, discs).only !== cell) return null
    } else if (completes(grid, discs, cell, 'w')) return kind === 'at-once' ? 1 : null
    discs = put(discs, cell, i % 2 === 0 ? 'w' : 'l')
  }
  if (kind === 'follow' || kind === 'safe') return proved(explore(grid, discs, null, later, false))
  if (winnerMoves)
    return replyTo(grid, discs).double.length > 0 && kindOf(moves.length + 2) === kind ? moves.length : null
  const replies = landing(grid, discs)
  if (replies.length === 0 || wins(grid, discs, 'l').length > 0) return null
  const chains = replies.map((cell) => shortestChain(grid, put(discs, cell, 'l')))
  if (!chains.every((chain) => chain !== null)) return null
  const longest = Math.max(...chains.map(({ length }) => (length === 0 ? 1 : length + 2)))
  return kindOf(longest) === kind ? replies.length : null
}

/**
 * The shortest line in which a reason does not win after the loser, who is to move, has played `held` instead of the
 * mistake after which the reason wins. The line begins with `held`. null: none was found.
 */
export function breaks(grid: Grid, discs: Discs, held: number, reason: Reason): Break | null {
  const found = explore(grid, put(discs, held, 'l'), { last: held }, reason, true)
  return typeof found === 'number' ? null : found
}
