import { beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../testing/storage'
import { connect } from './socket'
import { keepLog, keptGames, keptLog } from './kept'
import type { FromModule } from './module'
import type { DeviceSocket } from './socket'

const sent: Record<string, unknown>[] = []
let answer: (message: Omit<FromModule, 'key'>) => void
let ended = false
vi.mock('./module', async (original) => ({
  ...(await original<object>()),
  converse: (first: Record<string, unknown>, hear: (message: FromModule) => void) => {
    sent.push(first)
    answer = (message) => hear({ key: 'k', ...message })
    return Promise.resolve({
      key: 'k',
      send: (m: Record<string, unknown>) => sent.push(m),
      end: () => (ended = true),
    })
  },
}))
vi.mock('./worker?worker&url', () => ({ default: '' }))

const URL = 'ws://hub/api/rooms/device-1/live?after=1&digest=ab'
const frames: string[] = []
const codes: number[] = []
let socket: DeviceSocket

beforeEach(() => {
  stubStorage()
  sent.length = frames.length = codes.length = 0
  ended = false
  socket = {
    send() {},
    close() {},
    onmessage: ({ data }) => frames.push(data),
    onclose: ({ code }) => codes.push(code),
  }
})

it('opens a room with its log, and keeps each entry before the page hears of it', async () => {
  keepLog('device-1', 'one\n')
  socket.onmessage = () => frames.push(keptLog('device-1'))
  await connect(socket, URL)
  expect(sent).toEqual([{ t: 'open', room: 'device-1', log: 'one\n', after: 1, digest: 'ab' }])
  answer({ t: 'entry', log: 'two\n' })
  answer({ t: 'frame', frame: '{}' })
  expect(frames).toEqual(['one\ntwo\n'])
  answer({ t: 'game', log: 'a game' })
  expect(keptGames()).toEqual(['a game'])
  socket.send('{"t":"ping"}')
  expect(sent.at(-1)).toEqual({ t: 'send', frame: '{"t":"ping"}' })
  socket.close()
  expect(ended).toBe(true)
  expect(codes).toEqual([])
})

it.each([
  ['another tab has continued the room', 4001, () => (keepLog('device-1', 'one\nother\n'), 'entry' as const)],
  ['the log is damaged', 4004, () => 'failed' as const],
])('closes when %s, and writes nothing', async (_, code, prepare) => {
  keepLog('device-1', 'one\n')
  await connect(socket, URL)
  const t = prepare()
  const before = keptLog('device-1')
  answer({ t, log: 'two\n', body: { code: 'internal', text: '', retry: t !== 'failed' } })
  expect(codes).toEqual([code])
  expect(ended).toBe(true)
  expect(keptLog('device-1')).toBe(before)
})

it('connects again when the worker has ended', async () => {
  keepLog('device-1', 'one\n')
  await connect(socket, URL)
  answer({ t: 'failed', body: { code: 'unreachable', text: '', retry: true } })
  expect(codes).toEqual([1006])
})

it('says that a room is gone if this browser has no log of it', async () => {
  await connect(socket, URL)
  expect(codes).toEqual([4004])
  expect(sent).toEqual([])
})
