import { expect, it, vi } from 'vitest'

// Unit tests run without the message catalogue: the message of a level returns its form.
vi.mock('../paraglide/messages', () => ({ m: { level_line: ({ level }: { level: string }) => level } }))

const { levelLine } = await import('./lines')

it.each([
  ['connect4:7x6:4', 'easy', 'easy'],
  ['tictactoe', 'easy', 'easy-small'],
  ['force3:fair', 'easy', 'easy-small'],
  ['tictactoe', 'strong', 'strong-tictactoe'],
  ['tictactoe', 'expert', 'expert-tictactoe'],
  ['tictactoe', 'normal', 'normal'],
  ['force3', 'strong', 'strong'],
  ['tictactoe', 'custom:depth=3', 'custom:depth=3'],
])('says what is true of a game: %s, %s', (variant, level, line) => {
  expect(levelLine(level, variant)).toBe(line)
})

// The values of the starts: TestForce3Starts in internal/minimax, and docs/teach/solver.md.
it('says that the perfect level can be beaten only where the first player can win', () => {
  const winnable = ['connect4:7x6:4', 'force3', 'force3:placed']
  for (const variant of winnable) expect(levelLine('perfect', variant)).toBe('perfect-first')
  for (const variant of ['tictactoe', 'force3:fair', 'force3:placed:fair', 'force3:report'])
    expect(levelLine('perfect', variant)).toBe('perfect-draw')
  expect(levelLine('perfect', 'connect4:9x7:4')).toBe('perfect')
})
