/** What each search took, for the table and the chart. Pure. */
import type { Effort } from '../protocol/inside'

/** The forms of the search. Each adds one thing to the form before it. */
const FORMS = ['minimax', 'alphabeta', 'ordered', 'table'] as const
export type Form = (typeof FORMS)[number]

export function formOf({ search, ordering, table }: Pick<Effort, 'search' | 'ordering' | 'table'>): Form {
  if (search === 'minimax' || !ordering) return search
  return table ? 'table' : 'ordered'
}

export interface Cost {
  form: Form
  /** the searches that came to their end, by depth */
  complete: Effort[]
  /** the search that was stopped: it takes more than this; null: it was not stopped, or before it said anything */
  stopped: Effort | null
}

/** The efforts of each form. */
export const costsOf = (efforts: readonly Effort[]): Cost[] =>
  FORMS.map((form) => {
    const own = efforts.filter((one) => formOf(one) === form)
    return {
      form,
      complete: own.filter((one) => one.complete),
      stopped: own.find((one) => !one.complete) ?? null,
    }
  }).filter(({ complete, stopped }) => complete.length > 0 || stopped !== null)

/** What a form took to a depth; null: it was stopped before. */
export const effortAt = ({ complete }: Cost, depth: number): Effort | null =>
  complete.find((one) => one.depth === depth) ?? null
