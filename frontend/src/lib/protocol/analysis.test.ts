import { afterEach, describe, expect, it, vi } from 'vitest'
import { openapi } from '../testing/protocol'
import { analyse, readAnalysis, Wait } from './analysis'
import { Failure } from './rest'

const example = (name: string) => openapi.components.examples[name]!.value
const query = { variant: 'tictactoe', moves: 'b2' }
const answers = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  const asked = vi.fn((_: string, init: RequestInit) =>
    init.signal?.aborted
      ? Promise.reject(new Error('aborted'))
      : Promise.resolve(new Response(JSON.stringify(body), { status, headers })),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
const failure = async (run: Promise<unknown>) => {
  const error: unknown = await run.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}
const never = new AbortController().signal

afterEach(() => vi.unstubAllGlobals())

describe('readAnalysis', () => {
  it.each(['analysisExact', 'analysisBounded', 'analysisNothing', 'analysisOver'])(
    'reads the example %s',
    (name) => {
      expect(readAnalysis(example(name))).toEqual(example(name))
    },
  )

  const good = example('analysisBounded') as object
  it.each([
    ['nothing', null],
    ['a list', []],
    ['no value', { ...good, value: undefined }],
    ['a value without an upper bound', { ...good, value: { low: null } }],
    ['a win without its length', { ...good, value: { low: { result: 'win' }, high: null } }],
    ['another result', { ...good, value: { low: { result: 'better' }, high: null } }],
    ['an estimate beyond all', { ...good, value: { low: null, high: null, estimate: 101 } }],
    ['a move without a value', { ...good, moves: [{ move: '4' }] }],
    ['a negative depth', { ...good, depth: -1 }],
    ['another side', { ...good, turn: 'red' }],
  ])('takes %s for no answer', (_, body) => {
    expect(readAnalysis(body)).toBeNull()
  })
})

describe('analyse', () => {
  it('asks with the position and how long it waits', async () => {
    const asked = answers(example('analysisExact'))
    await expect(analyse(query, 1200, never)).resolves.toMatchObject({ done: true })
    const [path, init] = asked.mock.calls[0]!
    expect(path).toBe('/api/analysis')
    expect(init.method).toBe('POST')
    expect(JSON.parse(String(init.body))).toEqual({ ...query, wait_ms: 1200 })
  })

  it('tells when to ask again', async () => {
    answers(example('tooMany'), 429, { 'Retry-After': '7' })
    const error = await failure(analyse(query, 0, never))
    expect(error).toBeInstanceOf(Wait)
    expect(error).toMatchObject({ code: 'too_many', retry: true, after: 7000 })
  })

  it('passes a refusal on, with whether to try again', async () => {
    answers({ code: 'column_full', text: 'Column 4 is full.', retry: false }, 400)
    expect(await failure(analyse(query, 0, never))).toMatchObject({ code: 'column_full', retry: false })
    answers(example('noWorker'), 503)
    expect(await failure(analyse(query, 0, never))).toMatchObject({ code: 'no_worker', retry: true })
  })

  it('calls an answer that is none malformed, and no answer unreachable', async () => {
    answers({ variant: 'tictactoe' })
    expect(await failure(analyse(query, 0, never))).toMatchObject({ code: 'malformed', retry: true })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    expect(await failure(analyse(query, 0, never))).toMatchObject({ code: 'unreachable', retry: true })
  })

  it('breaks the request off, and throws no failure then', async () => {
    const gone = new AbortController()
    let signal: AbortSignal | null | undefined
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      signal = init.signal
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const asked = analyse(query, 5000, gone.signal).catch((error: unknown) => error)
    gone.abort()
    expect(await asked).not.toBeInstanceOf(Failure)
    expect(signal!.aborted).toBe(true)
  })
})
