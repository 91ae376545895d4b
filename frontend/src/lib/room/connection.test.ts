import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command } from '../protocol/commands'
import type { ToPage } from '../protocol/messages'
import { apply, type RoomMessage } from './apply'
import { Connection } from './connection'
import { emptyRoom, type RoomState } from './state'

/** A socket whose other end is the test. */
class FakeSocket {
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  sent: (Command | { t: 'ping'; id: string })[] = []
  closed = false
  /** the close code that the page sent */
  code: number | undefined
  constructor(readonly url: URL) {}
  send(frame: string) {
    this.sent.push(JSON.parse(frame))
  }
  close(code?: number) {
    this.closed = true
    this.code = code
  }
  receive(message: ToPage) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  closeFromHub(code: number) {
    this.onclose?.({ code })
  }
  commands() {
    return this.sent.filter((m) => m.t !== 'ping')
  }
}

/** Stands for `window` and `document`. */
class FakeTab extends EventTarget {
  visibilityState = 'visible'
}

let tab: FakeTab
let sockets: FakeSocket[]
let state: RoomState
let connection: Connection
let hubTimes: [now: number, sent: number, received: number][]
const lastSocket = () => sockets.at(-1)!
const deliver = (message: RoomMessage) => {
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
  deliver({ t: 'command-given', command })
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
  // No jitter: waits have their full length.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  tab = new FakeTab()
  vi.stubGlobal('window', tab)
  vi.stubGlobal('document', tab)
  sockets = []
  hubTimes = []
  state = emptyRoom()
  connection = new Connection({
    room: 'r',
    origin: 'ws://hub',
    position: () => state,
    pending: () => state.pending.map((p) => p.command),
    deliver,
    onHubTime: (...times) => hubTimes.push(times),
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

describe('reading the log', () => {
  it('asks for the whole log at first, and for the missing entries after a loss', () => {
    expect(lastSocket().url.pathname).toBe('/api/rooms/r/live')
    expect(Object.fromEntries(lastSocket().url.searchParams)).toEqual({
      after: '0',
      digest: '',
      proto: '3',
      snapshot: '1',
    })
    lastSocket().receive(welcome(0, 2))
    lastSocket().receive(entries(1, 2))
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(Object.fromEntries(lastSocket().url.searchParams)).toEqual({
      after: '2',
      digest: 'd2',
      proto: '3',
      snapshot: '1',
    })
  })

  it('shows the token of the seat that it will take, so that it may enter', () => {
    give({ t: 'take', id: 't1', n: 0, token: 'secret' })
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(lastSocket().url.searchParams.get('token')).toBe('secret')
  })

  it('reconnects from its position after a gap', () => {
    lastSocket().receive(welcome(0, 1))
    lastSocket().receive(entries(1))
    lastSocket().receive(entries(3))
    expect(sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(300)
    expect(lastSocket().url.searchParams.get('after')).toBe('1')
  })

  it('stops if the page is too old for the next entry', () => {
    const later = { t: 'entries', entries: [{ n: 2, at: 0, type: 'danced', data: {}, digest: 'd2' }] }
    lastSocket().receive(welcome(0, 2))
    lastSocket().receive(entries(1))
    lastSocket().receive(later as unknown as ToPage)
    expect(sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(state).toMatchObject({ n: 1, link: 'outdated' })
  })

  it('resyncs when the hub says that the page is ahead', () => {
    lastSocket().receive(welcome(0, 1))
    lastSocket().receive(entries(1))
    give(MOVE)
    lastSocket().receive(refused('ahead', false))
    expect(lastSocket().url.searchParams.get('after')).toBe('0')
    expect(state).toMatchObject({ n: 0, pending: [], refusal: { code: 'ahead' } })
  })

  it('ignores a socket that it has dropped', () => {
    lastSocket().receive(welcome())
    const old = lastSocket()
    old.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    lastSocket().receive(welcome())
    old.receive(entries(1))
    old.closeFromHub(4004)
    expect(state).toMatchObject({ n: 0, link: 'live' })
  })
})

describe('commands', () => {
  it('wait for the welcome', () => {
    give(MOVE)
    expect(lastSocket().sent).toEqual([])
    lastSocket().receive(welcome())
    expect(lastSocket().sent).toEqual([MOVE])
  })

  it('are sent again with the same id on the next connection, until answered', () => {
    lastSocket().receive(welcome())
    give(MOVE)
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    lastSocket().receive(welcome())
    expect(lastSocket().commands()).toEqual([MOVE])
    lastSocket().receive({ t: 'ok', id: 'm1', n: 1 })
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(600)
    lastSocket().receive(welcome())
    expect(lastSocket().commands()).toEqual([])
  })

  it('are sent again after a refusal with `retry`, and at once when the store is back', () => {
    lastSocket().receive(welcome())
    give(MOVE)
    lastSocket().receive(refused('store_away', true))
    vi.advanceTimersByTime(299)
    expect(lastSocket().commands()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(lastSocket().commands()).toEqual([MOVE, MOVE])
    lastSocket().receive(refused('store_away', true))
    lastSocket().receive({ t: 'store', up: true })
    expect(lastSocket().commands()).toHaveLength(3)
    vi.advanceTimersByTime(5000)
    expect(lastSocket().commands()).toHaveLength(3)
  })

  it('are not sent again after a refusal without `retry`', () => {
    lastSocket().receive(welcome())
    give(MOVE)
    lastSocket().receive(refused('column_full', false))
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    lastSocket().receive(welcome())
    expect(lastSocket().commands()).toEqual([])
  })

  it('are dropped when the hub says that the frame is too big', () => {
    lastSocket().receive(welcome())
    give(MOVE)
    lastSocket().closeFromHub(1009)
    vi.advanceTimersByTime(300)
    lastSocket().receive(welcome())
    expect(lastSocket().commands()).toEqual([])
  })
})

describe('reconnecting', () => {
  it('doubles the wait each time, up to ten seconds', () => {
    for (const wait of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
      const before = sockets.length
      lastSocket().closeFromHub(1006)
      vi.advanceTimersByTime(wait - 1)
      expect(sockets).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(sockets).toHaveLength(before + 1)
    }
  })

  it('shortens the wait at random, at most to a half', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(150)
    expect(sockets).toHaveLength(2)
  })

  it('starts with the short wait again after a welcome', () => {
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(600)
    lastSocket().receive(welcome())
    lastSocket().closeFromHub(1012)
    vi.advanceTimersByTime(300)
    expect(sockets).toHaveLength(4)
  })

  it.each(['online', 'pageshow', 'visibilitychange'])('does not wait after the event %s', (event) => {
    for (const wait of [300, 600, 1200]) {
      lastSocket().closeFromHub(1006)
      vi.advanceTimersByTime(wait)
    }
    lastSocket().closeFromHub(1006)
    tab.dispatchEvent(new Event(event))
    expect(sockets).toHaveLength(5)
  })

  it('reports the loss after one second', () => {
    lastSocket().receive(welcome())
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(999)
    expect(state.link).toBe('live')
    vi.advanceTimersByTime(1)
    expect(state.link).toBe('lost')
    lastSocket().receive(welcome())
    expect(state.link).toBe('live')
  })

  it('drops an attempt without a welcome', () => {
    vi.advanceTimersByTime(8000 + 300)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.closed).toBe(true)
  })

  it.each([
    [4001, 'replaced'],
    [4003, 'protocol-error'],
    [4004, 'gone'],
    [4008, 'too-many'],
    [4009, 'outdated'],
    [4010, 'no-spectators'],
  ])('does not happen after close code %i', (code, link) => {
    lastSocket().receive(welcome())
    lastSocket().closeFromHub(code)
    tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
    expect(state.link).toBe(link)
  })

  it('happens after close code 4001 when the person resumes', () => {
    lastSocket().receive(welcome())
    lastSocket().closeFromHub(4001)
    connection.resume()
    lastSocket().receive(welcome())
    expect(sockets).toHaveLength(2)
    expect(state.link).toBe('live')
  })

  it('ends with close()', () => {
    lastSocket().closeFromHub(1006)
    connection.close()
    tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(1)
  })
})

describe('a hub that does not reach the store', () => {
  const storeIs = (up: boolean): ToPage => ({ t: 'store', up })
  beforeEach(() => {
    tab.visibilityState = 'hidden' // a hidden page sends no pings
  })
  const away = (): ToPage => ({ ...(welcome() as object), store: false }) as ToPage

  it('is left for a hub that does, after three to six seconds', () => {
    const old = lastSocket()
    old.receive(welcome())
    give(MOVE)
    old.receive(storeIs(false))
    vi.advanceTimersByTime(5999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(lastSocket().url.searchParams.get('watch')).toBe('1')
    expect(old.closed).toBe(false)
    lastSocket().receive(welcome())
    expect(old).toMatchObject({ closed: true, code: undefined })
    expect(sockets).toHaveLength(3)
    expect(sockets[1]!.closed).toBe(true)
    expect(lastSocket().url.searchParams.get('watch')).toBe(null)
    lastSocket().receive(welcome())
    expect(lastSocket().commands()).toEqual([MOVE])
    expect(state.link).toBe('live')
    vi.advanceTimersByTime(8000)
    expect(sockets).toHaveLength(3)
  })

  it('starts a search for another hub after a welcome too, not before three seconds', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    lastSocket().receive(away())
    vi.advanceTimersByTime(2999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
  })

  it('is kept if no hub reaches the store, while searches for another hub become rarer', () => {
    const old = lastSocket()
    old.receive(welcome())
    old.receive(storeIs(false))
    const looks: number[] = []
    for (let seconds = 1; seconds <= 600; seconds++) {
      vi.advanceTimersByTime(1000)
      if (lastSocket() !== old && !lastSocket().closed) {
        looks.push(seconds)
        // Every other time a proxy finds no hub for the page. Otherwise a hub without the store lets the page in.
        if (looks.length % 2) lastSocket().closeFromHub(1006)
        else lastSocket().receive(away())
        lastSocket().closed = true
      }
    }
    expect(looks.slice(0, 5)).toEqual([6, 18, 42, 90, 150])
    expect(looks).toHaveLength(12)
    expect(old.closed).toBe(false)
    expect(state).toMatchObject({ link: 'live', store: false })
    old.receive(storeIs(true))
    vi.advanceTimersByTime(9000)
    expect(sockets).toHaveLength(13)
  })

  it('ends the search when it reaches the store again', () => {
    lastSocket().receive(welcome())
    lastSocket().receive(storeIs(false))
    vi.advanceTimersByTime(6000)
    sockets[0]!.receive(storeIs(true))
    expect(sockets[1]!.closed).toBe(true)
    vi.advanceTimersByTime(8000)
    expect(sockets).toHaveLength(2)
  })

  it('is kept if a search gets no answer', () => {
    lastSocket().receive(welcome())
    lastSocket().receive(storeIs(false))
    vi.advanceTimersByTime(6000)
    expect(sockets[1]!.closed).toBe(false)
    vi.advanceTimersByTime(12_000)
    expect(sockets[1]!.closed).toBe(true)
    expect(sockets[0]!.closed).toBe(false)
    expect(sockets).toHaveLength(3)
  })

  it('may show the room if no hub has accepted the page', () => {
    const awayParameter = () => lastSocket().url.searchParams.get('away')
    expect(awayParameter()).toBe(null)
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(awayParameter()).toBe(null)
    lastSocket().closeFromHub(1006)
    vi.advanceTimersByTime(600)
    expect(awayParameter()).toBe('1')
  })
})

describe('leaving', () => {
  it('sends the goodbye close code', () => {
    lastSocket().receive(welcome())
    connection.close()
    expect(lastSocket()).toMatchObject({ closed: true, code: 1000 })
  })

  it('sends no goodbye when the connection only reconnects', () => {
    lastSocket().receive(welcome(0, 1))
    lastSocket().receive(entries(2))
    expect(sockets[0]).toMatchObject({ closed: true, code: undefined })
  })
})

describe('the hub’s time', () => {
  it('is sampled from welcomes and pongs, with their round trips', () => {
    const begun = Date.now()
    vi.advanceTimersByTime(40)
    lastSocket().receive(welcome())
    vi.advanceTimersByTime(10_000)
    vi.advanceTimersByTime(30)
    lastSocket().receive({ t: 'pong', id: lastSocket().sent.at(-1)!.id, now: 7 })
    expect(hubTimes).toEqual([
      [0, begun, begun + 40],
      [7, begun + 10_040, begun + 10_070],
    ])
  })

  it('is not taken from an answer to an older ping', () => {
    lastSocket().receive(welcome())
    vi.advanceTimersByTime(10_000)
    lastSocket().receive({ t: 'pong', id: 'older', now: 7 })
    expect(hubTimes).toHaveLength(1)
  })
})

describe('pings', () => {
  const pong = () => lastSocket().receive({ t: 'pong', id: lastSocket().sent.at(-1)!.id, now: 0 })

  it('are sent every ten seconds while the page is visible', () => {
    lastSocket().receive(welcome())
    vi.advanceTimersByTime(10_000)
    expect(lastSocket().sent).toHaveLength(1)
    pong()
    vi.advanceTimersByTime(10_000)
    expect(lastSocket().sent).toHaveLength(2)
    pong()
    tab.visibilityState = 'hidden'
    vi.advanceTimersByTime(30_000)
    expect(lastSocket().sent).toHaveLength(2)
  })

  it('drop a connection without a pong within five seconds', () => {
    lastSocket().receive(welcome())
    vi.advanceTimersByTime(14_999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
    expect(sockets[0]!.closed).toBe(true)
  })

  it('are sent at once when the tab becomes visible', () => {
    lastSocket().receive(welcome())
    tab.dispatchEvent(new Event('visibilitychange'))
    expect(lastSocket().sent).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(sockets).toHaveLength(2)
  })
})
