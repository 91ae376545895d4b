import { describe, expect, it, vi } from 'vitest'
import { RetryLater, type Analysis } from '../protocol/analysis'
import { Failure } from '../protocol/rest'
import { AnalysisCache } from './cache'
import { pollAnalysis, sleep, type PollDeps, type AnalysisUpdate } from './poll'
import { answer, draw, guessed, sure } from './testing'

const query = { variant: 'tictactoe', moves: 'b2' }
const done = answer({ a1: sure(draw) })
const deep = (depth: number): Analysis => answer({ a1: guessed(depth) }, { done: false, depth })

/** Polls a hub that gives these answers, then repeats the last one. Records waits, pauses and updates. */
async function pollWith(says: readonly (Analysis | Failure)[], until = new AbortController()) {
  const waits: number[] = []
  const pauses: number[] = []
  const news: AnalysisUpdate[] = []
  const means: PollDeps = {
    ask: (_, wait) => {
      const say = says[Math.min(waits.length, says.length - 1)]!
      waits.push(wait)
      return say instanceof Failure ? Promise.reject(say) : Promise.resolve(say)
    },
    sleep: (ms) => {
      pauses.push(ms)
      if (pauses.length > 30) until.abort()
      return Promise.resolve()
    },
    random: () => 1,
  }
  await pollAnalysis(query, until.signal, (one) => news.push(one), means)
  return { waits, pauses, heard: news.map(({ is }) => is), news }
}

describe('pollAnalysis', () => {
  it('asks once if the first answer is final', async () => {
    const { waits, heard } = await pollWith([done])
    expect(waits).toHaveLength(1)
    expect(heard).toEqual(['found'])
  })

  it('asks again while answers get deeper, with longer waits each time', async () => {
    const { waits, pauses, heard } = await pollWith([deep(2), deep(4), deep(6), done])
    expect(heard).toEqual(['found', 'found', 'found', 'found'])
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(pauses.every((ms) => ms >= 300)).toBe(true)
  })

  it('stalls when answers get no deeper', async () => {
    const { waits, heard } = await pollWith([deep(2)])
    expect(heard.at(-1)).toBe('stalled')
    expect(waits.length).toBeLessThan(10)
  })

  it('waits as long as RetryLater says', async () => {
    const { pauses, heard } = await pollWith([new RetryLater('too_many', '', 7000), done])
    expect(heard).toEqual(['waiting', 'found'])
    expect(pauses).toEqual([7000])
  })

  it('backs off while the hub is unreachable, up to a maximum', async () => {
    const { pauses } = await pollWith([new Failure('unreachable', '', true)])
    expect(pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  it('stops after a refusal without retry', async () => {
    const { waits, heard } = await pollWith([new Failure('bad_move', '', false)])
    expect(waits).toHaveLength(1)
    expect(heard).toEqual(['refused'])
  })

  it('reports nothing after an abort', async () => {
    const gone = new AbortController()
    const tell = vi.fn()
    const ask = () => {
      gone.abort()
      return Promise.reject(new Error('aborted'))
    }
    await pollAnalysis(query, gone.signal, tell, { ask, sleep, random: Math.random })
    expect(tell).not.toHaveBeenCalled()
  })
})

describe('sleep', () => {
  it('rejects when it is aborted', async () => {
    const gone = new AbortController()
    const slept = sleep(1_000_000, gone.signal)
    gone.abort()
    await expect(slept).rejects.toThrow()
    await expect(sleep(1_000_000, gone.signal)).rejects.toThrow()
  })
})

describe('AnalysisCache', () => {
  const at = (moves: string) => ({ variant: 'tictactoe', moves })

  it('keeps the latest answer, but never replaces a final one by a partial one', () => {
    const analysisCache = new AnalysisCache()
    analysisCache.put(query, deep(2))
    analysisCache.put(query, deep(4))
    expect(analysisCache.get(query)?.depth).toBe(4)
    analysisCache.put(query, done)
    analysisCache.put(query, deep(6))
    expect(analysisCache.get(query)).toBe(done)
    expect(analysisCache.get({ ...query, variant: 'force3' })).toBeNull()
  })

  it('drops the least recently used position', () => {
    const analysisCache = new AnalysisCache(2)
    analysisCache.put(at('a1'), done)
    analysisCache.put(at('a2'), done)
    analysisCache.get(at('a1'))
    analysisCache.put(at('a3'), done)
    expect(analysisCache.get(at('a2'))).toBeNull()
    expect(analysisCache.get(at('a1'))).toBe(done)
  })
})
