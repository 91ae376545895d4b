import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, draw, guessed, sure } from '../analysis/testing'
import type { Analysis } from '../protocol/analysis'
import { analyseOnDevice } from './analyse'
import type { FromModule } from './module'

let tell: (analysis: Analysis) => void
let ended: boolean
vi.mock('./module', () => ({
  converse: (_first: unknown, hear: (message: FromModule) => void) => {
    tell = (body) => hear({ t: 'answer', key: 'k', body })
    return Promise.resolve({ key: 'k', send() {}, end: () => (ended = true) })
  },
}))

const partial = (depth: number) => answer({ a1: guessed(depth) }, { done: false, depth })
const exact = answer({ a1: sure(draw) })
const query = { variant: 'force3', moves: '' }

let aborter: AbortController
let result: Analysis | Error | null
beforeEach(async () => {
  vi.useFakeTimers()
  ended = false
  result = null
  aborter = new AbortController()
  const keep = (found: Analysis | Error) => (result = found)
  analyseOnDevice(query, 250, aborter.signal).then(keep, keep)
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => vi.useRealTimers())

it('gives the best answer when the time is over', async () => {
  tell(partial(2))
  tell(partial(4))
  await vi.advanceTimersByTimeAsync(249)
  expect([result, ended]).toEqual([null, false])
  await vi.advanceTimersByTimeAsync(1)
  expect([result, ended]).toEqual([partial(4), true])
})

it('gives a final answer at once', async () => {
  tell(exact)
  await vi.advanceTimersByTimeAsync(0)
  expect([result, ended]).toEqual([exact, true])
})

it('waits for the first answer if there is none in time, but not for ever', async () => {
  await vi.advanceTimersByTimeAsync(1000)
  expect([result, ended]).toEqual([null, false])
  tell(partial(2))
  await vi.advanceTimersByTimeAsync(0)
  expect([result, ended]).toEqual([partial(2), true])
  const second = analyseOnDevice(query, 250, aborter.signal).catch((failure: Error) => failure)
  await vi.advanceTimersByTimeAsync(5250)
  expect(await second).toMatchObject({ code: 'no_worker', retry: true })
})

it('ends when it is aborted', async () => {
  aborter.abort(new Error('left'))
  await vi.advanceTimersByTimeAsync(0)
  expect([(result as unknown as Error).message, ended]).toEqual(['left', true])
})
