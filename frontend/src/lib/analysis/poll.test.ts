import { describe, expect, it, vi } from 'vitest'
import { RetryLater, type Analysis } from '../protocol/analysis'
import { Failure } from '../protocol/rest'
import { Memory } from './cache'
import { seek, sleep, type Means, type News } from './poll'
import { answer, draw, guessed, sure } from './testing'

const query = { variant: 'tictactoe', moves: 'b2' }
const done = answer({ a1: sure(draw) })
const deep = (depth: number): Analysis => answer({ a1: guessed(depth) }, { done: false, depth })

/** Lets the hub say these things in turn, the last one for ever; notes what was asked, and the pauses between. */
async function sought(says: readonly (Analysis | Failure)[], until = new AbortController()) {
  const waits: number[] = []
  const pauses: number[] = []
  const news: News[] = []
  const means: Means = {
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
  await seek(query, until.signal, (one) => news.push(one), means)
  return { waits, pauses, heard: news.map(({ is }) => is), news }
}

describe('seek', () => {
  it('asks once for what is known', async () => {
    const { waits, heard } = await sought([done])
    expect(waits).toHaveLength(1)
    expect(heard).toEqual(['found'])
  })

  it('asks again while it gets deeper, and lets the hub wait longer each time', async () => {
    const { waits, pauses, heard } = await sought([deep(2), deep(4), deep(6), done])
    expect(heard).toEqual(['found', 'found', 'found', 'found'])
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(pauses.every((ms) => ms >= 300)).toBe(true)
  })

  it('rests when nothing new comes', async () => {
    const { waits, heard } = await sought([deep(2)])
    expect(heard.at(-1)).toBe('rest')
    expect(waits.length).toBeLessThan(10)
  })

  it('waits as long as the hub says', async () => {
    const { pauses, heard } = await sought([new RetryLater('too_many', '', 7000), done])
    expect(heard).toEqual(['waiting', 'found'])
    expect(pauses).toEqual([7000])
  })

  it('waits longer and longer for a hub that is away, up to a point', async () => {
    const { pauses } = await sought([new Failure('unreachable', '', true)])
    expect(pauses.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
  })

  it('gives up what is refused', async () => {
    const { waits, heard } = await sought([new Failure('bad_move', '', false)])
    expect(waits).toHaveLength(1)
    expect(heard).toEqual(['refused'])
  })

  it('says nothing more once it is broken off', async () => {
    const gone = new AbortController()
    const tell = vi.fn()
    const ask = () => {
      gone.abort()
      return Promise.reject(new Error('aborted'))
    }
    await seek(query, gone.signal, tell, { ask, sleep, random: Math.random })
    expect(tell).not.toHaveBeenCalled()
  })
})

describe('sleep', () => {
  it('ends when it is broken off', async () => {
    const gone = new AbortController()
    const slept = sleep(1_000_000, gone.signal)
    gone.abort()
    await expect(slept).rejects.toThrow()
    await expect(sleep(1_000_000, gone.signal)).rejects.toThrow()
  })
})

describe('Memory', () => {
  const at = (moves: string) => ({ variant: 'tictactoe', moves })

  it('keeps the latest answer, and a final one against a later that is not', () => {
    const memory = new Memory()
    memory.put(query, deep(2))
    memory.put(query, deep(4))
    expect(memory.get(query)?.depth).toBe(4)
    memory.put(query, done)
    memory.put(query, deep(6))
    expect(memory.get(query)).toBe(done)
    expect(memory.get({ ...query, variant: 'force3' })).toBeNull()
  })

  it('forgets what was looked at the longest ago', () => {
    const memory = new Memory(2)
    memory.put(at('a1'), done)
    memory.put(at('a2'), done)
    memory.get(at('a1'))
    memory.put(at('a3'), done)
    expect(memory.get(at('a2'))).toBeNull()
    expect(memory.get(at('a1'))).toBe(done)
  })
})
