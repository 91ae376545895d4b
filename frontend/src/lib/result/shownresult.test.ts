import { expect, it } from 'vitest'
import { log, roomOf, type DraftEntry } from '../room/testing'
import { isResultShown } from './result'

const resigned: DraftEntry = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }
const rematch: DraftEntry = { type: 'rematch', data: { seat: 1, game: 2 } }
const accepted: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2, first: 2 } }

it('shows the result of each game until the person closes it', () => {
  expect(isResultShown(roomOf(log({})), 0)).toBe(false)
  const first = roomOf(log({}, resigned))
  expect(isResultShown(first, 0)).toBe(true)
  expect(isResultShown({ ...first, imported: true }, 0)).toBe(false)
  expect(isResultShown({ ...first, knownUpTo: first.n + 1 }, 0), 'the page still reads the log').toBe(false)

  expect(isResultShown(first, first.game)).toBe(false)
  const second = roomOf(log({}, resigned, rematch, accepted, resigned))
  expect([second.game, isResultShown(second, first.game)]).toEqual([2, true])
})
