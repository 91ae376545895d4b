import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command } from '../protocol/tohub'
import type { ToPage } from '../protocol/topage'
import { apply, type Message } from './apply'
import { Connection } from './connection'
import { unknownRoom, type RoomState } from './state'

/** A socket that a test holds the other end of. */
class FakeSocket {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  sent: (Command | { t: 'ping'; id: string })[] = []
  closed = false
  /** the code it was closed with by the page */
  code: number | undefined
  constructor(readonly url: URL) {}
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close(code?: number) {
    this.closed = true
    this.code = code
  }
  say(message: ToPage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  end(code: number) {
    this.onclose?.({ code })
  }
  commands() {
    return this.sent.filter((m) => m.t !== 'ping')
  }
}

/** The parts of a browser that a connection listens to. */
class FakeTab extends EventTarget {
  visibilityState = 'visible'
}

let tab: FakeTab
let sockets: FakeSocket[]
let state: RoomState
let connection: Connection
let heard: [now: number, sent: number, received: number][]
const last = () => sockets.at(-1)!
const deliver = (message: Message) => {
  state = apply(state, message)
}
const welcome = (from = 0, n = 0): ToPage => ({
  t: 'welcome',
  proto: 1,
  build: '',
  room: 'r',
  player: 'me',
  from,
  n,
  now: 0,
  here: { seats: [true, true], spectators: 0 },
  store: true,
})
const entries = (...numbers: number[]): ToPage => ({
  t: 'entries',
  entries: numbers.map((n) => ({
    n,
    at: 0,
    type: 'named',
    data: { seat: 1, name: `${n}` },
    digest: `d${n}`,
  })),
})
const give = (command: Command) => {
  deliver({ t: 'given', command })
  connection.send(command)
}
const MOVE: Command = { t: 'move', id: 'm1', n: 0, move: '4' }
const refused = (code: string, retry: boolean): ToPage => ({
  t: 'refused',
  id: 'm1',
  code,
  text: '',
  retry,
  n: 0,
})

beforeEach(() => {
  vi.useFakeTimers()
  // The longest jitter, so that waits are the doubled ones themselves.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  tab = new FakeTab()
  vi.stubGlobal('window', tab)
  vi.stubGlobal('document', tab)
  sockets = []
  heard = []
  state = unknownRoom()
  connection = new Connection({
    room: 'r',
    origin: 'ws://hub',
    position: () => state,
    pending: () => state.pending.map((p) => p.command),
    deliver,
    heard: (...times) => heard.push(times),
    open(url) {
      const socket = new FakeSocket(new URL(url))
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
  })
  connection.open()
})

afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('resuming', () => {
  it('asks for everything at first, and for what it lacks after a loss', () => {
    expect(last().url.pathname).toBe('/api/rooms/r/live')
    expect(Object.fromEntries(last().url.searchParams)).toEqual({ after: '0', digest: '', proto: '1' })
    last().say(welcome(0, 2))
    last().say(entries(1, 2))
    last().end(1006)
    vi.advanceTimersByTime(300)
    expect(Object.fromEntries(last().url.searchParams)).toEqual({ after: '2', digest: 'd2', proto: '1' })
  })

  it('opens a new socket at a gap, from where it stands', () => {
    last().say(welcome(0, 1))
    last().say(entries(1))
    last().say(entries(3))
    expect(sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(300)
    expect(last().url.searchParams.get('after')).toBe('1')
  })

  it('ends where the page is too old for what comes next', () => {
    const later = { t: 'entries', entries: [{ n: 2, at: 0, type: 'danced', data: {}, digest: 'd2' }] }
    last().say(welcome(0, 2))
    last().say(entries(1))
    last().say(later as unknown as ToPage)
    expect(sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(state).toMatchObject({ n: 1, link: 'old' })
  })

  it('starts anew when the hub says that the page is ahead', () => {
    last().say(welcome(0, 1))
    last().say(entries(1))
    give(MOVE)
    last().say(refused('ahead', false))
    expect(last().url.searchParams.get('after')).toBe('0')
    expect(state).toMatchObject({ n: 0, pending: [], refusal: { code: 'ahead' } })
  })

  it('does not listen to a socket that it has let go', () => {
    last().say(welcome())
    const old = last()
    old.end(1006)
    vi.advanceTimersByTime(300)
    last().say(welcome())
    old.say(entries(1))
    old.end(4004)
    expect(state).toMatchObject({ n: 0, link: 'live' })
  })
})

describe('commands', () => {
  it('are kept while there is no connection, and sent after the welcome', () => {
    give(MOVE)
    expect(last().sent).toEqual([])
    last().say(welcome())
    expect(last().sent).toEqual([MOVE])
  })

  it('are sent again with the same id on the next connection, until answered', () => {
    last().say(welcome())
    give(MOVE)
    last().end(1006)
    vi.advanceTimersByTime(300)
    last().say(welcome())
    expect(last().commands()).toEqual([MOVE])
    last().say({ t: 'ok', id: 'm1', n: 1 })
    last().end(1006)
    vi.advanceTimersByTime(600)
    last().say(welcome())
    expect(last().commands()).toEqual([])
  })

  it('are sent again after a refusal that allows it, and at once when the store is back', () => {
    last().say(welcome())
    give(MOVE)
    last().say(refused('store_away', true))
    vi.advanceTimersByTime(299)
    expect(last().commands()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(last().commands()).toEqual([MOVE, MOVE])
    last().say(refused('store_away', true))
    last().say({ t: 'store', up: true })
    expect(last().commands()).toHaveLength(3)
    vi.advanceTimersByTime(5000)
    expect(last().commands()).toHaveLength(3)
  })

  it('are not sent again after a refusal that does not', () => {
    last().say(welcome())
    give(MOVE)
    last().say(refused('column_full', false))
    last().end(1006)
    vi.advanceTimersByTime(300)
    last().say(welcome())
    expect(last().commands()).toEqual([])
  })

  it('are given up when the hub finds the frame too big', () => {
    last().say(welcome())
    give(MOVE)
    last().end(1009)
    vi.advanceTimersByTime(300)
    last().say(welcome())
    expect(last().commands()).toEqual([])
  })
})

describe('coming back', () => {
  it('waits twice as long each time, up to ten seconds', () => {
    for (const wait of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
      const before = sockets.length
      last().end(1006)
      vi.advanceTimersByTime(wait - 1)
      expect(sockets).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
    }
  })

  it('jitters the wait down to a half', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    last().end(1006)
    vi.advanceTimersByTime(150)
    expect(sockets).toHaveLength(2)
  })

  it('begins with short waits again after a welcome', () => {
    last().end(1006)
    vi.advanceTimersByTime(300)
    last().end(1006)
    vi.advanceTimersByTime(600)
    last().say(welcome())
    last().end(1012)
    vi.advanceTimersByTime(300)
    expect(sockets).toHaveLength(4)
  })

  it.each(['online', 'pageshow', 'visibilitychange'])('does not wait any longer on %s', (event) => {
    for (const wait of [300, 600, 1200]) {
      last().end(1006)
      vi.advanceTimersByTime(wait)
    }
    last().end(1006)
    tab.dispatchEvent(new Event(event))
    expect(sockets).toHaveLength(5)
  })

  it('says that it is lost after a second, not before', () => {
    last().say(welcome())
    last().end(1006)
    vi.advanceTimersByTime(999)
    expect(state.link).toBe('live')
    vi.advanceTimersByTime(1)
    expect(state.link).toBe('lost')
    last().say(welcome())
    expect(state.link).toBe('live')
  })

  it('drops a try that gives no welcome', () => {
    vi.advanceTimersByTime(8000 + 300)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.closed).toBe(true)
  })

  it.each([
    [4001, 'replaced'],
    [4003, 'broken'],
    [4004, 'gone'],
    [4008, 'many'],
    [4009, 'old'],
  ])('stays away after %i', (code, link) => {
    last().say(welcome())
    last().end(code)
    tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(state.link).toBe(link)
  })

  it('comes back to a seat that another tab took, when asked', () => {
    last().say(welcome())
    last().end(4001)
    connection.resume()
    last().say(welcome())
    expect(sockets).toHaveLength(2)
    expect(state.link).toBe('live')
  })

  it('ends with close', () => {
    last().end(1006)
    connection.close()
    tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('leaving', () => {
  it('says that it is for good', () => {
    last().say(welcome())
    connection.close()
    expect(last()).toMatchObject({ closed: true, code: 1000 })
  })

  it('is not what a connection does that comes back', () => {
    last().say(welcome(0, 1))
    last().say(entries(2))
    expect(sockets[0]).toMatchObject({ closed: true, code: undefined })
  })
})

describe('the hub’s time', () => {
  it('comes with welcomes and pongs, with the time that they took', () => {
    const begun = Date.now()
    vi.advanceTimersByTime(40)
    last().say(welcome())
    vi.advanceTimersByTime(10_000)
    vi.advanceTimersByTime(30)
    last().say({ t: 'pong', id: last().sent.at(-1)!.id, now: 7 })
    expect(heard).toEqual([
      [0, begun, begun + 40],
      [7, begun + 10_040, begun + 10_070],
    ])
  })

  it('is not taken from an answer to an older ping', () => {
    last().say(welcome())
    vi.advanceTimersByTime(10_000)
    last().say({ t: 'pong', id: 'older', now: 7 })
    expect(heard).toHaveLength(1)
  })
})

describe('pings', () => {
  const pong = () => last().say({ t: 'pong', id: last().sent.at(-1)!.id, now: 0 })

  it('go every ten seconds while the page is looked at', () => {
    last().say(welcome())
    vi.advanceTimersByTime(10_000)
    expect(last().sent).toHaveLength(1)
    pong()
    vi.advanceTimersByTime(10_000)
    expect(last().sent).toHaveLength(2)
    pong()
    tab.visibilityState = 'hidden'
    vi.advanceTimersByTime(30_000)
    expect(last().sent).toHaveLength(2)
  })

  it('drop a connection that does not answer within five seconds', () => {
    last().say(welcome())
    vi.advanceTimersByTime(14_999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.closed).toBe(true)
  })

  it('ask at once when the tab wakes up', () => {
    last().say(welcome())
    tab.dispatchEvent(new Event('visibilitychange'))
    expect(last().sent).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(sockets).toHaveLength(2)
  })
})
