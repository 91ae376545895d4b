import { expect, it, vi } from 'vitest'

// Unit tests run without the message catalogue: each message returns its key.
vi.mock('../paraglide/messages', () => ({ m: new Proxy({}, { get: (_, key: string) => () => key }) }))

const { levelLine } = await import('./lines')

it.each([
  ['connect4:7x6:4', 'easy', 'level_line_easy'],
  ['tictactoe', 'easy', 'level_line_easy_small'],
  ['force3:fair', 'easy', 'level_line_easy_small'],
  ['tictactoe', 'strong', 'level_line_strong_tictactoe'],
  ['force3', 'strong', 'level_line_strong'],
  ['tictactoe', 'custom:depth=3', 'level_line_own'],
])('says what is true of a game: %s, %s', (variant, level, line) => {
  expect(levelLine(level, variant)).toBe(line)
})

// The values of the starts: TestForce3Starts in internal/minimax, and docs/teach/solver.md.
it('says that the perfect level can be beaten only where the first player can win', () => {
  const winnable = ['connect4:7x6:4', 'force3', 'force3:placed']
  for (const variant of winnable) expect(levelLine('perfect', variant)).toBe('level_line_perfect_first')
  for (const variant of ['tictactoe', 'force3:fair', 'force3:placed:fair', 'force3:report'])
    expect(levelLine('perfect', variant)).toBe('level_line_perfect_draw')
  expect(levelLine('perfect', 'connect4:9x7:4')).toBe('level_line_perfect')
})
