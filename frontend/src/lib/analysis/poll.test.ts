import { describe, expect, it, vi } from 'vitest'
import type { Analysis } from '../protocol/analysis'
import { Failure, RetryLater } from '../protocol/failure'
import { AnalysisCache } from './cache'
import { pollAnalysis, sleep, type PollDeps, type AnalysisUpdate } from './poll'
import { answer, draw, guessed, sure } from './testing'

const query = { variant: 'tictactoe', moves: 'b2' }
const doneAnswer = answer({ a1: sure(draw) })
const atDepth = (depth: number): Analysis => answer({ a1: guessed(depth) }, { done: false, depth })

/** Polls a hub that gives these answers, then repeats the last one. Records waits, pauses and updates. */
async function pollWith(answers: readonly (Analysis | Failure)[], until = new AbortController()) {
  const waits: number[] = []
  const pauses: number[] = []
  const updates: AnalysisUpdate[] = []
  const deps: PollDeps = {
    ask: (_, wait) => {
      const next = answers[Math.min(waits.length, answers.length - 1)]!
      waits.push(wait)
      return next instanceof Failure ? Promise.reject(next) : Promise.resolve(next)
    },
    sleep: (ms) => {
      pauses.push(ms)
      if (pauses.length > 30) until.abort()
      return Promise.resolve()
    },
    random: () => 1,
  }
  await pollAnalysis(query, until.signal, (one) => updates.push(one), deps)
  return { waits, pauses, kinds: updates.map(({ is }) => is), updates }
}

describe('pollAnalysis', () => {
  it('asks once if the first answer is final', async () => {
    const { waits, kinds } = await pollWith([doneAnswer])
    expect(waits).toHaveLength(1)
    expect(kinds).toEqual(['found'])
  })

  it('asks again while answers get deeper, with longer waits each time', async () => {
    const { waits, pauses, kinds } = await pollWith([atDepth(2), atDepth(4), atDepth(6), doneAnswer])
    expect(kinds).toEqual(['found', 'found', 'found', 'found'])
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(pauses.every((ms) => ms >= 300)).toBe(true)
  })

  it('stalls when answers get no deeper', async () => {
    const { waits, kinds } = await pollWith([atDepth(2)])
    expect(kinds.at(-1)).toBe('stalled')
    expect(waits.length).toBeLessThan(10)
  })

  it('waits as long as RetryLater says', async () => {
    const { pauses, kinds } = await pollWith([new RetryLater('too_many', '', 7000), doneAnswer])
    expect(kinds).toEqual(['waiting', 'found'])
    expect(pauses).toEqual([7000])
  })

  it('backs off while the hub is unreachable, up to a maximum', async () => {
    const { pauses } = await pollWith([new Failure('unreachable', '', true)])
    expect(pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  it('stops after a refusal without retry', async () => {
    const { waits, kinds } = await pollWith([new Failure('bad_move', '', false)])
    expect(waits).toHaveLength(1)
    expect(kinds).toEqual(['refused'])
  })

  it('reports nothing after an abort', async () => {
    const aborter = new AbortController()
    const report = vi.fn()
    const ask = () => {
      aborter.abort()
      return Promise.reject(new Error('aborted'))
    }
    await pollAnalysis(query, aborter.signal, report, { ask, sleep, random: Math.random })
    expect(report).not.toHaveBeenCalled()
  })
})

describe('sleep', () => {
  it('rejects when it is aborted', async () => {
    const aborter = new AbortController()
    const slept = sleep(1_000_000, aborter.signal)
    aborter.abort()
    await expect(slept).rejects.toThrow()
    await expect(sleep(1_000_000, aborter.signal)).rejects.toThrow()
  })
})

describe('AnalysisCache', () => {
  const at = (moves: string) => ({ variant: 'tictactoe', moves })

  it('keeps the latest answer, but never replaces a final one by a partial one', () => {
    const cache = new AnalysisCache()
    cache.put(query, atDepth(2))
    cache.put(query, atDepth(4))
    expect(cache.get(query)?.depth).toBe(4)
    cache.put(query, doneAnswer)
    cache.put(query, atDepth(6))
    expect(cache.get(query)).toBe(doneAnswer)
    expect(cache.get({ ...query, variant: 'force3' })).toBeNull()
  })

  it('drops the least recently used position', () => {
    const cache = new AnalysisCache(2)
    cache.put(at('a1'), doneAnswer)
    cache.put(at('a2'), doneAnswer)
    cache.get(at('a1'))
    cache.put(at('a3'), doneAnswer)
    expect(cache.get(at('a2'))).toBeNull()
    expect(cache.get(at('a1'))).toBe(doneAnswer)
  })
})
