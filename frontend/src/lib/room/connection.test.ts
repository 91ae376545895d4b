import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToPage } from '../protocol/messages'
import { ConnectedPage, entries, MOVE, refused, welcome } from './connectiontesting'

let page: ConnectedPage
beforeEach(() => {
  page = new ConnectedPage()
})
afterEach(() => page.close())

describe('reading the log', () => {
  it('asks for the whole log at first, and for the missing entries after a loss', () => {
    expect(page.lastSocket.url.pathname).toBe('/api/rooms/r/live')
    expect(Object.fromEntries(page.lastSocket.url.searchParams)).toEqual({
      after: '0',
      digest: '',
      proto: '1',
      snapshot: '1',
    })
    page.lastSocket.receive(welcome(0, 2))
    page.lastSocket.receive(entries(1, 2))
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(Object.fromEntries(page.lastSocket.url.searchParams)).toEqual({
      after: '2',
      digest: 'd2',
      proto: '1',
      snapshot: '1',
    })
  })

  it('shows the token of the seat that it will take, so that it may enter', () => {
    page.give({ t: 'take', id: 't1', n: 0, token: 'secret' })
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(page.lastSocket.url.searchParams.get('token')).toBe('secret')
  })

  it('reconnects from its position after a gap', () => {
    page.lastSocket.receive(welcome(0, 1))
    page.lastSocket.receive(entries(1))
    page.lastSocket.receive(entries(3))
    expect(page.sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(300)
    expect(page.lastSocket.url.searchParams.get('after')).toBe('1')
  })

  it('stops if the page is too old for the next entry', () => {
    const later = { t: 'entries', entries: [{ n: 2, at: 0, type: 'danced', data: {}, digest: 'd2' }] }
    page.lastSocket.receive(welcome(0, 2))
    page.lastSocket.receive(entries(1))
    page.lastSocket.receive(later as unknown as ToPage)
    expect(page.sockets[0]!.closed).toBe(true)
    vi.advanceTimersByTime(60_000)
    expect(page.sockets).toHaveLength(1)
    expect(page.state).toMatchObject({ n: 1, link: 'outdated' })
  })

  it('resyncs when the hub says that the page is ahead', () => {
    page.lastSocket.receive(welcome(0, 1))
    page.lastSocket.receive(entries(1))
    page.give(MOVE)
    page.lastSocket.receive(refused('ahead', false))
    expect(page.lastSocket.url.searchParams.get('after')).toBe('0')
    expect(page.state).toMatchObject({ n: 0, pending: [], refusal: { code: 'ahead' } })
  })

  it('ignores a socket that it has dropped', () => {
    page.lastSocket.receive(welcome())
    const old = page.lastSocket
    old.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    page.lastSocket.receive(welcome())
    old.receive(entries(1))
    old.closeFromHub(4004)
    expect(page.state).toMatchObject({ n: 0, link: 'live' })
  })
})

describe('commands', () => {
  it('wait for the welcome', () => {
    page.give(MOVE)
    expect(page.lastSocket.sent).toEqual([])
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.sent).toEqual([MOVE])
  })

  it('are sent again with the same id on the next connection, until answered', () => {
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.commands()).toEqual([MOVE])
    page.lastSocket.receive({ t: 'ok', id: 'm1', n: 1 })
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(600)
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.commands()).toEqual([])
  })

  it('are sent again after a refusal with `retry`, and at once when the store is back', () => {
    page.tab.visibilityState = 'hidden' // a hidden page sends no pings
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    page.lastSocket.receive(refused('store_away', true))
    vi.advanceTimersByTime(299)
    expect(page.lastSocket.commands()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.lastSocket.commands()).toEqual([MOVE, MOVE])
    page.lastSocket.receive(refused('store_away', true))
    page.lastSocket.receive({ t: 'store', up: true })
    expect(page.lastSocket.commands()).toHaveLength(3)
    vi.advanceTimersByTime(5000)
    expect(page.lastSocket.commands()).toHaveLength(3)
  })

  it('are not sent again after a refusal without `retry`', () => {
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    page.lastSocket.receive(refused('column_full', false))
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.commands()).toEqual([])
  })

  it('are dropped when the hub says that the frame is too big', () => {
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    page.lastSocket.closeFromHub(1009)
    vi.advanceTimersByTime(300)
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.commands()).toEqual([])
  })
})

describe('leaving', () => {
  it('sends the goodbye close code', () => {
    page.lastSocket.receive(welcome())
    page.connection.close()
    expect(page.lastSocket).toMatchObject({ closed: true, code: 1000 })
  })

  it('sends no goodbye when the connection only reconnects', () => {
    page.lastSocket.receive(welcome(0, 1))
    page.lastSocket.receive(entries(2))
    expect(page.sockets[0]).toMatchObject({ closed: true, code: undefined })
  })
})

describe('the hub’s time', () => {
  it('is sampled from welcomes and pongs, with their round trips', () => {
    const begun = Date.now()
    vi.advanceTimersByTime(40)
    page.lastSocket.receive(welcome())
    vi.advanceTimersByTime(10_000)
    vi.advanceTimersByTime(30)
    page.lastSocket.receive({ t: 'pong', id: page.lastSocket.sent.at(-1)!.id, now: 7 })
    expect(page.hubTimes).toEqual([
      [0, begun, begun + 40],
      [7, begun + 10_040, begun + 10_070],
    ])
  })

  it('is not taken from an answer to an older ping', () => {
    page.lastSocket.receive(welcome())
    vi.advanceTimersByTime(10_000)
    page.lastSocket.receive({ t: 'pong', id: 'older', now: 7 })
    expect(page.hubTimes).toHaveLength(1)
  })
})

describe('pings', () => {
  const pong = () => page.lastSocket.receive({ t: 'pong', id: page.lastSocket.sent.at(-1)!.id, now: 0 })

  it('are sent every ten seconds while the page is visible', () => {
    page.lastSocket.receive(welcome())
    vi.advanceTimersByTime(10_000)
    expect(page.lastSocket.sent).toHaveLength(1)
    pong()
    vi.advanceTimersByTime(10_000)
    expect(page.lastSocket.sent).toHaveLength(2)
    pong()
    page.tab.visibilityState = 'hidden'
    vi.advanceTimersByTime(30_000)
    expect(page.lastSocket.sent).toHaveLength(2)
  })

  it('drop a connection without a pong within five seconds', () => {
    page.lastSocket.receive(welcome())
    vi.advanceTimersByTime(14_999)
    expect(page.sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.sockets).toHaveLength(2)
    expect(page.sockets[0]!.closed).toBe(true)
  })

  it('are sent every 25 seconds after a minute without an entry, if no game is being played', () => {
    page.lastSocket.receive(welcome())
    const pings = (seconds: number) => {
      const before = page.lastSocket.sent.length
      for (let i = 0; i < seconds; i++) {
        vi.advanceTimersByTime(1000)
        if (page.lastSocket.sent.length > 0) pong()
      }
      return page.lastSocket.sent.length - before
    }
    expect(pings(60)).toBe(6)
    expect(pings(50)).toBe(2)
    page.lastSocket.receive(entries(1))
    expect(pings(20)).toBe(2)
    expect(page.sockets).toHaveLength(1)
  })

  it('are sent every 2.5 seconds while somebody else plays', () => {
    page.together = true
    page.lastSocket.receive(welcome())
    for (const count of [1, 2, 3]) {
      vi.advanceTimersByTime(2500)
      expect(page.lastSocket.sent).toHaveLength(count)
      pong()
    }
  })

  it('wait for the answer to the last one, so that a dead connection is dropped', () => {
    page.together = true
    page.lastSocket.receive(welcome())
    vi.advanceTimersByTime(7499)
    expect(page.sockets[0]!.sent).toHaveLength(1)
    expect(page.sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.sockets).toHaveLength(2)
  })

  it('are sent with a command', () => {
    page.lastSocket.receive(welcome())
    page.connection.send({ t: 'resign', id: 'c1', n: 0 })
    expect(page.lastSocket.sent.map((frame) => frame.t)).toEqual(['resign', 'ping'])
    vi.advanceTimersByTime(5000)
    expect(page.sockets).toHaveLength(2)
  })

  it('are sent at once when the tab becomes visible', () => {
    page.lastSocket.receive(welcome())
    page.tab.dispatchEvent(new Event('visibilitychange'))
    expect(page.lastSocket.sent).toHaveLength(1)
    vi.advanceTimersByTime(2000)
    expect(page.sockets).toHaveLength(2)
  })
})

describe('a silent hub', () => {
  it('is shown as a lost connection two seconds after a move, until a frame comes', () => {
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    vi.advanceTimersByTime(1999)
    expect(page.state.link).toBe('live')
    vi.advanceTimersByTime(1)
    expect(page.state).toMatchObject({ link: 'lost', pending: [{ command: MOVE }] })
    page.lastSocket.receive({ t: 'ok', id: 'm1', n: 1 })
    expect(page.state.link).toBe('live')
    expect(page.sockets).toHaveLength(1)
  })

  it('is no lost connection if any frame comes in time', () => {
    page.lastSocket.receive(welcome())
    page.give(MOVE)
    vi.advanceTimersByTime(1999)
    page.lastSocket.receive(entries(1))
    vi.advanceTimersByTime(2000)
    expect(page.state.link).toBe('live')
  })

  it('is shown at once if the device has no network', () => {
    page.lastSocket.receive(welcome())
    page.tab.dispatchEvent(new Event('offline'))
    expect(page.state.link).toBe('lost')
    page.tab.dispatchEvent(new Event('online'))
    page.lastSocket.receive({ t: 'pong', id: page.lastSocket.sent.at(-1)!.id, now: 0 })
    expect(page.state.link).toBe('live')
    expect(page.sockets).toHaveLength(1)
  })
})
