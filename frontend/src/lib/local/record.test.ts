import { beforeEach, expect, it } from 'vitest'
import type { Entry } from '../protocol/entries'
import { log } from '../room/testing'
import { stubStorage } from '../testing/storage'
import { keepLog } from './kept'
import { gameOnDevice } from './record'

beforeEach(() => void stubStorage())

const moved = (seat: 1 | 2, move: string, ms: number) =>
  ({ type: 'moved', data: { seat, move, ms } }) as const
const end = { winner: 1, reason: 'resigned' } as const

it('finds each finished game of a room in its log, with the time of the moves that stood', () => {
  const keep = (entries: Entry[]) =>
    keepLog('device-1', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  keep(
    log(
      {},
      { type: 'joined', data: { seat: 2, player: 'you' } },
      moved(1, '4', 10),
      moved(2, '3', 20),
      { type: 'takenback', data: { seat: 2, ply: 1 } },
      moved(2, '5', 30),
      { type: 'resigned', data: { seat: 2, end } },
      { type: 'rematch', data: { seat: 1, game: 2, first: 2 } },
      moved(2, '1', 40),
      { type: 'resigned', data: { seat: 2, end } },
      { type: 'rematch', data: { seat: 1, game: 3, first: 1 } },
    ),
  )
  const first = gameOnDevice('device-1', 1)
  expect(first).toMatchObject({ game: 1, first: 1, moves: ['4', '5'], ms: [10, 30], end })
  expect(Date.parse(first.ended)).toBeGreaterThan(Date.parse(first.started))
  expect(gameOnDevice('device-1', 2)).toMatchObject({ first: 2, moves: ['1'], ms: [40] })
  expect(() => gameOnDevice('device-1', 3)).toThrow('no such game')
  expect(() => gameOnDevice('device-2', 1)).toThrow('no such game')
})
