import { expect, it, vi } from 'vitest'

it('knows Connect Four at once, and the games on a tray once they are loaded', async () => {
  vi.resetModules()
  const { gameOf, loadGames, mustLoad } = await import('.')
  const trays = ['tictactoe', 'force3', 'force3:placed:fair']
  expect(gameOf('connect4:7x6:4')?.family).toBe('connect4')
  expect(['connect4:7x6:4', 'chess', '', ...trays].map(mustLoad)).toEqual([
    ...[false, false, false],
    ...[true, true, true],
  ])
  expect(trays.map(gameOf)).toEqual([null, null, null])
  await loadGames()
  expect(trays.map(mustLoad)).toEqual([false, false, false])
  expect(trays.map((variant) => gameOf(variant)?.family)).toEqual(['tictactoe', 'force3', 'force3'])
})
