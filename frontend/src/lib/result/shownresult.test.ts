import { expect, it } from 'vitest'
import { log, roomOf, type DraftEntry } from '../room/testing'
import { ShownResult } from './shownresult.svelte'

const resigned: DraftEntry = { type: 'resigned', data: { seat: 1, end: { winner: 2, reason: 'resigned' } } }
const rematch: DraftEntry = { type: 'rematch', data: { seat: 1, game: 2 } }
const accepted: DraftEntry = { type: 'rematch', data: { seat: 2, game: 2, first: 2 } }

it('shows the result of each game until the person closes it', () => {
  const shown = new ShownResult()
  expect(shown.isShown(roomOf(log({})))).toBe(false)
  const first = roomOf(log({}, resigned))
  expect(shown.isShown(first)).toBe(true)
  expect(shown.isShown({ ...first, imported: true })).toBe(false)
  expect(shown.isShown({ ...first, knownUpTo: first.n + 1 }), 'the page still reads the log').toBe(false)

  shown.close(first)
  expect(shown.isShown(first)).toBe(false)
  const second = roomOf(log({}, resigned, rematch, accepted, resigned))
  expect([second.game, shown.isShown(second)]).toEqual([2, true])
})
