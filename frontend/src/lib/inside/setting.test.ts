import { beforeAll, expect, it } from 'vitest'
import { loadGames } from '../games'
import { commandOf, FIRST_SETTING, type Setting } from './setting'

beforeAll(loadGames)

const command = (changes: Partial<Setting>) =>
  commandOf({ ...FIRST_SETTING, variant: 'connect4:7x6:4', moves: [], ...changes })

it('writes the command that measures the same searches', () => {
  expect(command({ moves: ['4', '4'], depth: 7, evaluation: 'tens' })).toBe(
    'quatre-worker experiment effort -game connect4:7x6:4 -depth 7 -evaluation tens -moves 44',
  )
  expect(
    command({
      variant: 'tictactoe',
      moves: ['a1', 'b2'],
      evaluation: 'custom:depth=4,open3=9,name=A da',
      textbook: true,
      fullRoot: true,
    }),
  ).toBe(
    `quatre-worker experiment effort -game tictactoe -depth 3 -evaluation 'custom:depth=4,open3=9,name=A da'` +
      ` -moves 'a1 b2' -textbook -full-root`,
  )
})
