import { afterEach, expect, it, vi } from 'vitest'
import { openapi } from '../testing/protocol'
import { Looker } from './looker.svelte'
import { FIRST_SETTING } from './setting'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const answerOf = (name: string) => openapi.components.examples[name]!.value

it.each([
  ['with its place in the queue at once', 'place', 7, 0],
  ['without a place when the hub says', 'crowded', 0, 2000],
])('asks a busy hub again, %s', async (_, example, place, after) => {
  vi.useFakeTimers()
  const fetchStub = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetchStub)
  fetchStub.mockResolvedValueOnce(
    Response.json(answerOf(example), { status: 503, headers: { 'Retry-After': '2' } }),
  )
  fetchStub.mockResolvedValueOnce(Response.json(answerOf('inside')))
  const looker = new Looker()
  looker.show({ ...FIRST_SETTING, moves: 'a1 b2 a2' })
  await vi.waitFor(() =>
    expect(looker).toMatchObject({ searching: true, failure: { code: 'crowded' }, place }),
  )
  expect(fetchStub).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(after)
  expect(fetchStub).toHaveBeenCalledTimes(2)
  await vi.waitFor(() => expect(looker).toMatchObject({ searching: false, failure: null, place: 0 }))
  looker.close()
})
