import { describe, expect, it, vi } from 'vitest'
import { gameOf, loadGames } from '../games'
import { DEFAULTS } from './choices'
import {
  ASSIGNMENT,
  isOfAssignment,
  PRESETS,
  PRESET_NAMES,
  presetOf,
  sizeOf,
  sizeProblem,
  variantOf,
  variantOfSize,
} from './variant'

// These tests run without the message catalogue.
vi.mock('../games/traytext', () => ({}))
await loadGames()

describe('a custom board', () => {
  it.each([
    [4, 4, 4, null],
    [15, 15, 3, null],
    [4, 5, 5, null],
    [5, 4, 5, null],
    [4, 4, 5, 'fit'],
    [3, 6, 4, 'columns'],
    [16, 6, 4, 'columns'],
    [7.5, 6, 4, 'columns'],
    [NaN, 6, 4, 'columns'],
    [7, 3, 4, 'rows'],
    [7, 16, 4, 'rows'],
    [7, 6, 2, 'align'],
    [7, 6, 6, 'align'],
  ])('%d columns, %d rows, %d to align: %s', (columns, rows, align, problem) => {
    expect(sizeProblem({ columns, rows, align })).toBe(problem)
  })

  it('is recognized as a preset if it equals one', () => {
    for (const name of PRESET_NAMES) {
      expect(presetOf({ ...PRESETS[name] })).toBe(name)
      expect(sizeProblem(PRESETS[name])).toBeNull()
    }
    expect(presetOf({ columns: 7, rows: 6, align: 3 })).toBeNull()
  })

  it('is of the assignment with 6 to 8 columns, 5 to 7 rows and 3 to 5 to align', () => {
    expect(isOfAssignment({ columns: 6, rows: 7, align: 5 })).toBe(true)
    for (const size of [
      { columns: 9, rows: 7, align: 4 },
      { columns: 6, rows: 4, align: 4 },
      { columns: 6, rows: 5, align: 6 },
    ])
      expect(isOfAssignment(size)).toBe(false)
    for (const columns of ASSIGNMENT.columns)
      for (const rows of ASSIGNMENT.rows)
        for (const align of ASSIGNMENT.align) {
          expect(sizeProblem({ columns, rows, align })).toBeNull()
          expect(sizeOf(variantOfSize({ columns, rows, align }))).toEqual({ columns, rows, align })
        }
    expect(sizeOf('tictactoe')).toBeNull()
  })
})

describe('the variant of a choice', () => {
  it.each([
    [{}, 'connect4:7x6:4'],
    [{ size: PRESETS.giant }, 'connect4:15x15:5'],
    [{ game: 'tictactoe', placed: true }, 'tictactoe'],
    [{ game: 'force3' }, 'force3:fair'],
    [{ game: 'force3', fair: false }, 'force3'],
    [{ game: 'force3', placed: true, fair: false }, 'force3:placed'],
    [{ game: 'force3', placed: true }, 'force3:placed:fair'],
    [{ game: 'force3', report: true }, 'force3:report'],
  ] as const)('%o is %s', (chosen, variant) => {
    expect(variantOf({ ...DEFAULTS, ...chosen })).toBe(variant)
    expect(gameOf(variant)).not.toBeNull()
  })
})
