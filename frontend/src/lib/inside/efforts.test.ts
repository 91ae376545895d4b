import { describe, expect, it } from 'vitest'
import type { Effort, Search } from '../protocol/inside'
import { costsOf, effortAt } from './efforts'

describe('the cost of a search', () => {
  const effort = (
    search: Search,
    ordering: boolean,
    depth: number,
    nodes: number,
    complete = true,
    table = false,
  ): Effort => ({
    search,
    ordering,
    table,
    depth,
    complete,
    nodes,
    leaves: 0,
    cutoffs: 0,
    total: nodes,
    us: 1,
    levels: [],
  })

  it('keeps apart what came to its end and what was stopped', () => {
    const [plain, pruned, table, none] = costsOf([
      effort('minimax', false, 1, 8),
      effort('minimax', false, 2, 1_000_000, false),
      effort('alphabeta', false, 1, 8),
      effort('alphabeta', false, 2, 38),
      effort('alphabeta', true, 2, 30, true, true),
    ])
    expect(plain).toMatchObject({ complete: [{ depth: 1 }], stopped: { depth: 2 } })
    expect(effortAt(plain!, 2)).toBeNull()
    expect(effortAt(pruned!, 2)).toMatchObject({ nodes: 38 })
    expect(effortAt(table!, 2)).toMatchObject({ nodes: 30, table: true })
    expect(none).toBeUndefined()
  })
})
