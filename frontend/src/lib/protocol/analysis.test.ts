import { afterEach, describe, expect, it, vi } from 'vitest'
import { openapi } from '../testing/protocol'
import { analyse } from './analysis'
import { RetryLater, Failure } from './failure'

const example = (name: string) => openapi.components.examples[name]!.value
const query = { variant: 'tictactoe', moves: 'b2' }
const stubFetch = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  const fetchStub = vi.fn((_: string, init: RequestInit) =>
    init.signal?.aborted
      ? Promise.reject(new Error('aborted'))
      : Promise.resolve(new Response(JSON.stringify(body), { status, headers })),
  )
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}
const failure = async (run: Promise<unknown>) => {
  const error: unknown = await run.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}
const neverAborted = new AbortController().signal

afterEach(() => vi.unstubAllGlobals())

describe('analyse', () => {
  it('sends the position and the wait', async () => {
    const fetchStub = stubFetch(example('analysisExact'))
    await expect(analyse(query, 1200, neverAborted)).resolves.toMatchObject({ done: true })
    const [path, init] = fetchStub.mock.calls[0]!
    expect(path).toBe('/api/analysis')
    expect(init.method).toBe('POST')
    expect(JSON.parse(String(init.body))).toEqual({ ...query, wait_ms: 1200 })
  })

  it('throws RetryLater with the time of the Retry-After header', async () => {
    stubFetch(example('tooMany'), 429, { 'Retry-After': '7' })
    const error = await failure(analyse(query, 0, neverAborted))
    expect(error).toBeInstanceOf(RetryLater)
    expect(error).toMatchObject({ code: 'too_many', retry: true, after: 7000 })
  })

  it('throws a Failure with the code and retry flag of a refusal', async () => {
    stubFetch({ code: 'column_full', text: 'Column 4 is full.', retry: false }, 400)
    expect(await failure(analyse(query, 0, neverAborted))).toMatchObject({
      code: 'column_full',
      retry: false,
    })
    stubFetch(example('noWorker'), 503)
    expect(await failure(analyse(query, 0, neverAborted))).toMatchObject({ code: 'no_worker', retry: true })
  })

  it('throws `unreachable` if the hub does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')))
    expect(await failure(analyse(query, 0, neverAborted))).toMatchObject({ code: 'unreachable', retry: true })
  })

  it('aborts the request, and then throws no Failure', async () => {
    const aborter = new AbortController()
    let signal: AbortSignal | null | undefined
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      signal = init.signal
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))))
    })
    const result = analyse(query, 5000, aborter.signal).catch((error: unknown) => error)
    aborter.abort()
    expect(await result).not.toBeInstanceOf(Failure)
    expect(signal!.aborted).toBe(true)
  })
})
