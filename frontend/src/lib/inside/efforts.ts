/** What each search took, for the table and the chart. Pure. */
import type { Effort } from '../protocol/inside'

/** One form of the search. */
export type Technique = Pick<Effort, 'search' | 'ordering' | 'table'>

const TECHNIQUES: readonly Technique[] = [
  { search: 'minimax', ordering: false, table: false },
  { search: 'alphabeta', ordering: false, table: false },
  { search: 'alphabeta', ordering: true, table: false },
  { search: 'alphabeta', ordering: true, table: true },
]

export interface Cost extends Technique {
  /** the searches that came to their end, by depth */
  complete: Effort[]
  /** the search that was stopped: it takes more than this; null: it was not stopped, or before it said anything */
  stopped: Effort | null
}

/** The efforts of each technique. */
export const costsOf = (efforts: readonly Effort[]): Cost[] =>
  TECHNIQUES.map((technique) => {
    const own = efforts.filter(
      ({ search, ordering, table }) =>
        search === technique.search && ordering === technique.ordering && table === technique.table,
    )
    return {
      ...technique,
      complete: own.filter((one) => one.complete),
      stopped: own.find((one) => !one.complete) ?? null,
    }
  }).filter(({ complete, stopped }) => complete.length > 0 || stopped !== null)

/** What a technique took to a depth; null: it was stopped before. */
export const effortAt = ({ complete }: Cost, depth: number): Effort | null =>
  complete.find((one) => one.depth === depth) ?? null
