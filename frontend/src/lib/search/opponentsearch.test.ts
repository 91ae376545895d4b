import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../protocol/failure'
import { emptyRoom, type RoomState } from '../room/state'
import { stubStorage } from '../testing/storage'

vi.stubGlobal('location', { pathname: '/' })
stubStorage({}, 'sessionStorage')
const { ask, go } = vi.hoisted(() => ({ ask: vi.fn(), go: vi.fn() }))
vi.mock('../protocol/rest', () => ({ requestPairing: ask }))
vi.mock('../router.svelte', () => ({ router: { go } }))
const { opponentSearch } = await import('./opponentsearch.svelte')
const { searchStore } = await import('./store.svelte')

const ASK_EVERY = 3000
const wanted = { id: 'p', variant: 'tictactoe' }
const own = { room: 'own', seat: 'mine' }
const theirs = { room: 'theirs', seat: 'open' }

/** Gives the answer to the next question that has none, and lets the search act on it. */
const answer = (given: object) => ask.mockResolvedValueOnce(given)
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const seesRoom = (room: string, state: Partial<RoomState>, seated = false) => {
  const players: RoomState['players'] = [{ id: seated ? 'me' : 'ana', colour: 'red' }, { colour: 'yellow' }]
  opponentSearch.roomSeen(room, { ...emptyRoom(), me: 'me', players, ...state })
}
async function waiting() {
  answer(own)
  opponentSearch.start(wanted)
  await pass()
  seesRoom('own', { phase: 'loading' })
  seesRoom('own', { phase: 'waiting' }, true)
}

beforeEach(() => {
  vi.useFakeTimers()
  ask.mockReset().mockReturnValue(new Promise(() => {}))
  go.mockReset()
})
afterEach(() => {
  opponentSearch.stop()
  vi.useRealTimers()
})

describe('quick pairing', () => {
  it('asks at once, goes to its own room and asks again every ASK_EVERY', async () => {
    await waiting()
    expect(go.mock.calls).toEqual([['/r/own']])
    await pass(ASK_EVERY - 1)
    expect(ask).toHaveBeenCalledTimes(1)
    await pass(1)
    expect(ask.mock.calls).toEqual([[wanted], [wanted]])
    await pass(ASK_EVERY)
    seesRoom('own', { phase: 'waiting' }, true)
    await pass(ASK_EVERY)
    expect(ask, 'one question at a time').toHaveBeenCalledTimes(2)
  })

  it('asks again after the same answer', async () => {
    ask.mockResolvedValue(own)
    await waiting()
    await pass(2 * ASK_EVERY)
    expect(ask).toHaveBeenCalledTimes(3)
    expect(go).toHaveBeenCalledTimes(1)
  })

  it('ends when a game begins, or when its room closes', async () => {
    for (const phase of ['playing', 'closed'] as const) {
      await waiting()
      seesRoom('own', { phase }, true)
      expect(searchStore.search).toBeNull()
    }
    ask.mockClear()
    await pass(ASK_EVERY)
    expect(ask).not.toHaveBeenCalled()
  })

  it('takes the seat in the room that the hub names, and does not ask meanwhile', async () => {
    await waiting()
    answer(theirs)
    await pass(ASK_EVERY)
    expect(go.mock.lastCall).toEqual(['/r/theirs?sit'])
    opponentSearch.left('own')
    seesRoom('own', { phase: 'closed' }, true)
    seesRoom('theirs', { phase: 'loading' })
    seesRoom('theirs', { phase: 'waiting' })
    await pass(3 * ASK_EVERY)
    expect(ask).toHaveBeenCalledTimes(2)
    seesRoom('theirs', { phase: 'playing' }, true)
    expect(searchStore.search).toBeNull()
  })

  it.each([{ phase: 'playing' }, { phase: 'finished' }, { phase: 'closed' }, { link: 'gone' }] as const)(
    'asks again at once when it comes too late: %o',
    async (state) => {
      answer(theirs)
      opponentSearch.start(wanted)
      await pass()
      answer({ room: 'another', seat: 'open' })
      seesRoom('theirs', state)
      seesRoom('theirs', state)
      await pass()
      expect(ask, 'only once').toHaveBeenCalledTimes(2)
      expect(go.mock.lastCall).toEqual(['/r/another?sit'])
    },
  )

  it('asks again later when the hub does not answer, and ends when it refuses', async () => {
    ask.mockRejectedValueOnce(new Failure('unreachable', '', true))
    opponentSearch.start(wanted)
    await pass(ASK_EVERY - 1)
    expect(ask).toHaveBeenCalledTimes(1)
    const refusal = new Failure('bad_name', '', false)
    ask.mockRejectedValueOnce(refusal)
    await pass(1)
    expect(opponentSearch.failure).toBe(refusal)
    expect(searchStore.search).toBeNull()
  })

  it('ignores the answer to a search that is over', async () => {
    answer(own)
    opponentSearch.start(wanted)
    opponentSearch.left(null)
    await pass(ASK_EVERY)
    expect(go).not.toHaveBeenCalled()
  })
})

it('survives a reload in its room, for a while', async () => {
  const found = async (since: number, pathname = '/r/own') => {
    vi.stubGlobal('location', { pathname })
    stubStorage({ 'quatre.search': JSON.stringify({ wanted, since, room: 'own' }) }, 'sessionStorage')
    vi.resetModules()
    return (await import('./store.svelte')).searchStore.search
  }
  expect(await found(Date.now())).toMatchObject({ room: 'own', wanted })
  expect(await found(Date.now(), '/')).toBeNull()
  expect(await found(Date.now() - 3_600_000)).toBeNull()
})
