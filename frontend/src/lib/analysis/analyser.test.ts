import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Analysis } from '../protocol/analysis'
import { Failure, RetryLater } from '../protocol/failure'
import { Analyser } from './analyser.svelte'
import { analysisCache } from './cache'
import { answer, draw, guessed, sure, win } from './testing'

/** The hub answers with these, one after the other, and then no more. */
let hub: (Analysis | Failure)[]
/** What this device answers; how often it was asked; whether it has what answers. */
let device: Analysis
let asked: number
let kept: boolean
vi.mock('../protocol/analysis', async (original) => ({
  ...(await original<object>()),
  analyse: (_query: unknown, wait: number, signal: AbortSignal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', reject)
      const next = hub.shift()
      if (next instanceof Failure) reject(next)
      else if (next) setTimeout(() => resolve(next), wait)
    }),
}))
vi.mock('../local/download', () => ({ canPlayWithoutDownload: () => Promise.resolve(kept) }))
vi.mock('../online.svelte', () => ({ online: { now: true } }))
vi.mock('../local/analyse', () => ({
  analyseOnDevice: (_query: unknown, wait: number) => {
    asked++
    return new Promise((resolve) => setTimeout(() => resolve(device), wait))
  },
}))

const nothing = answer({}, { done: false })
const partial = (depth: number) => answer({ a1: guessed(depth) }, { done: false, depth })
const exact = answer({ a1: sure(win(3)) })

let analyser: Analyser
let position = 0
/** Shows a position that no test has shown before. */
const show = () => analyser.show({ variant: 'tictactoe', moves: String(++position) })
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
  hub = []
  device = partial(4)
  asked = 0
  kept = true
  analyser = new Analyser()
})
afterEach(() => {
  analyser.close()
  vi.useRealTimers()
})

it('shows the answer of this device until the hub has a better one', async () => {
  hub = [nothing, partial(2), exact]
  show()
  await after(1000)
  expect([analyser.analysis, analyser.preliminary, analyser.stage]).toEqual([partial(4), true, 'searching'])
  await after(1500)
  expect(hub.length, 'answers to come').toBe(0)
  expect([analyser.analysis, analyser.preliminary]).toEqual([partial(4), true])
  await after(3000)
  expect([analyser.analysis, analyser.preliminary, analyser.stage]).toEqual([exact, false, 'done'])
})

it('keeps it while the hub has no worker, and does not ask again for it', async () => {
  hub = Array.from({ length: 9 }, () => new RetryLater('no_worker', '', 2000))
  show()
  const here = analyser.query
  await after(4000)
  expect([analyser.preliminary, analyser.stage, analyser.failure?.code]).toEqual([
    true,
    'waiting',
    'no_worker',
  ])
  show()
  await after(1000)
  analyser.show(here)
  expect([analyser.analysis, analyser.preliminary]).toEqual([partial(4), true])
  await after(1000)
  expect(asked).toBe(2)
  expect(analysisCache.get(here!)).toBeNull()
})

it('needs no hub for an exact answer', async () => {
  device = answer({ a1: sure(draw) })
  hub = [nothing, nothing, nothing]
  show()
  await after(10_000)
  expect([analyser.analysis, analyser.preliminary, analyser.stage]).toEqual([device, false, 'done'])
  expect(analysisCache.get(analyser.query!)).toBe(device)
  expect(hub.length, 'questions that were not asked').toBe(2)
})

it('does not ask this device if what answers would have to be loaded, or if the hub refuses', async () => {
  kept = false
  show()
  await after(1000)
  expect([asked, analyser.analysis]).toEqual([0, null])
  kept = true
  hub = [new Failure('bad_move', '', false)]
  show()
  await after(1000)
  expect([asked, analyser.analysis, analyser.stage]).toEqual([0, null, 'refused'])
})
