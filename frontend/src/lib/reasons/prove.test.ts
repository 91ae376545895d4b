import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Reason } from '../protocol/schemas'
import { allowed, landing, put, turnOf, wins, type Discs, type Grid } from './plan'
import { breaks, prove } from './prove'

/** The examples that internal/reasons/examples_test.go writes and checks. */
interface Example {
  columns: number
  rows: number
  discs: Discs
  winner_moves: boolean
  reason: Reason
  refused?: Reason[]
}
const EXAMPLES = (
  JSON.parse(
    readFileSync(new URL('../../../../internal/reasons/testdata/reasons.json', import.meta.url), 'utf8'),
  ) as Example[]
).filter(({ reason }) => reason.kind !== 'each') // too hard to be shown
const gridOf = ({ columns, rows }: Example): Grid => ({ columns, rows, align: 4 })

/** A position from rows of text, the top one first. */
const position = (...rows: string[]): Discs => rows.toReversed().join('')
const SEVEN: Grid = { columns: 7, rows: 6, align: 4 }

it('has examples of all kinds that are shown', () => {
  const kinds = new Set(EXAMPLES.map(({ reason, winner_moves }) => `${reason.kind} ${winner_moves}`))
  expect(kinds.size).toBe(10)
})

describe.each(EXAMPLES.map((example, i) => ({ ...example, i })))('reason $i: $reason.kind', (example) => {
  const { discs, winner_moves: winnerMoves, reason, refused = [] } = example
  const grid = gridOf(example)

  it('is proved, and changed ones are not', () => {
    const positions = prove(grid, discs, winnerMoves, reason)
    expect(positions).not.toBeNull()
    if (reason.kind === 'follow') expect(positions).toBe(reason.proof.positions)
    for (const changed of refused) expect(prove(grid, discs, winnerMoves, changed)).toBeNull()
  })

  it('wins against any replies when its turns are played', () => {
    for (const choose of [0, 1, 2, 3, 4]) {
      let [now, last, turn] = [discs, null as number | null, 0]
      for (let winner = winnerMoves; ; winner = !winner) {
        if (winner) {
          const { cells, rule } = turnOf(grid, now, reason, last, turn++)
          if (rule === 'wins') break
          now = put(now, cells[choose % cells.length]!, 'w')
        } else {
          expect(wins(grid, now, 'l')).toEqual([])
          const cells = landing(grid, now)
          last = cells[(choose * 3 + turn) % cells.length]!
          now = put(now, last, 'l')
        }
      }
    }
  })
})

describe('the rules of a plan', () => {
  const empty = position(...Array.from({ length: 6 }, () => '.......'))
  it.each([
    ['completes a line before it blocks one', position('lll.www'), {}, 4, 'wins', [3]],
    ['blocks', position('lll....'), {}, 2, 'blocks', [3]],
    ['makes two threats', position('..ww...'), {}, 41, 'forks', [1, 4]],
    ['takes the first cells in their order', empty, { first: [41, 6, 0] }, 3, 'first', [6]],
    ['takes the other cell of a pair', position('l......'), { pairs: [[5, 0]] }, 0, 'pair', [5]],
    ['answers on top', position('l......'), {}, 0, 'on-top', [7]],
    ['takes a spare cell', empty, { spare: [2] }, null, 'spare', [2]],
    ['takes a column with an odd number of free cells', position('wl.....'), {}, null, 'odd', [7, 8]],
    ['takes any safe cell', empty, { never: [0, 1] }, null, 'safe', [2, 3, 4, 5, 6]],
  ] as const)('%s', (_, bottom, plan, last, rule, cells) => {
    const discs = bottom.padEnd(42, '.')
    const turn = allowed(SEVEN, discs, plan as never, last)
    expect(turn.rule).toBe(rule)
    expect(turn.cells).toEqual(cells)
  })

  it('allows no cell below one where the loser would complete a line', () => {
    const discs = position('lll....', 'wlw.wlw').padEnd(42, '.')
    expect(allowed(SEVEN, discs, 'any', null).cells).not.toContain(3)
    expect(allowed(SEVEN, discs, { first: [3] }, null).rule).not.toBe('first')
  })
})

describe('a reply that breaks a reason', () => {
  it('takes the cells of two threats', () => {
    const discs = position('..ww...').padEnd(42, '.')
    const reason: Reason = {
      kind: 'fork',
      grade: 'clear',
      moves: [4],
      cells: [1, 5],
      proof: { positions: 0, ends: 1, zugzwang: 0 },
    }
    expect(prove(SEVEN, discs, true, reason)).not.toBeNull()
    expect(breaks(SEVEN, discs, 6, reason)).toBeNull()
    expect(breaks(SEVEN, discs, 1, reason)).toEqual({ line: [1, 4, 5], why: 'taken' })
  })

  it.each(EXAMPLES.map((example, i) => ({ ...example, i })).filter(({ winner_moves }) => winner_moves))(
    'is a line that can be played and ends as it says: $i',
    (example) => {
      const grid = gridOf(example)
      for (const held of landing(grid, example.discs)) {
        const found = breaks(grid, example.discs, held, example.reason)
        if (!found) continue
        let discs = example.discs
        for (const [i, cell] of found.line.entries()) {
          expect(landing(grid, discs)).toContain(cell)
          discs = put(discs, cell, i % 2 === 0 ? 'l' : 'w')
        }
        expect(found.line[0]).toBe(held)
        if (found.why === 'taken') for (const cell of example.reason.cells) expect(discs[cell]).toBe('l')
        if (found.why === 'full') expect(discs).not.toContain('.')
        if (found.why !== 'lost') expect(wins(grid, discs, 'w')).toEqual([])
      }
    },
  )
})
