import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToPage } from '../protocol/messages'
import { ConnectedPage, MOVE, welcome } from './connectiontesting'

let page: ConnectedPage
beforeEach(() => {
  page = new ConnectedPage()
})
afterEach(() => page.close())

describe('reconnecting', () => {
  it('doubles the wait each time, up to ten seconds', () => {
    for (const wait of [300, 600, 1200, 2400, 4800, 9600, 10_000, 10_000]) {
      const before = page.sockets.length
      page.lastSocket.closeFromHub(1006)
      vi.advanceTimersByTime(wait - 1)
      expect(page.sockets).toHaveLength(before)
      vi.advanceTimersByTime(1)
      expect(page.sockets).toHaveLength(before + 1)
    }
  })

  it('shortens the wait at random, at most to a half', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(150)
    expect(page.sockets).toHaveLength(2)
  })

  it('starts with the short wait again after a welcome', () => {
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(600)
    page.lastSocket.receive(welcome())
    page.lastSocket.closeFromHub(1012)
    vi.advanceTimersByTime(300)
    expect(page.sockets).toHaveLength(4)
  })

  it.each(['online', 'pageshow', 'visibilitychange'])('does not wait after the event %s', (event) => {
    for (const wait of [300, 600, 1200]) {
      page.lastSocket.closeFromHub(1006)
      vi.advanceTimersByTime(wait)
    }
    page.lastSocket.closeFromHub(1006)
    page.tab.dispatchEvent(new Event(event))
    expect(page.sockets).toHaveLength(5)
  })

  it('reports the loss after one second', () => {
    page.lastSocket.receive(welcome())
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(999)
    expect(page.state.link).toBe('live')
    vi.advanceTimersByTime(1)
    expect(page.state.link).toBe('lost')
    page.lastSocket.receive(welcome())
    expect(page.state.link).toBe('live')
  })

  it('drops an attempt without a welcome', () => {
    vi.advanceTimersByTime(8000 + 300)
    expect(page.sockets).toHaveLength(2)
    expect(page.sockets[0]!.closed).toBe(true)
  })

  it.each([
    [4001, 'replaced'],
    [4003, 'protocol-error'],
    [4004, 'gone'],
    [4008, 'too-many'],
    [4009, 'outdated'],
    [4010, 'no-spectators'],
  ])('does not happen after close code %i', (code, link) => {
    page.lastSocket.receive(welcome())
    page.lastSocket.closeFromHub(code)
    page.tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(page.sockets).toHaveLength(1)
    expect(page.state.link).toBe(link)
  })

  it('happens after close code 4001 when the person resumes', () => {
    page.lastSocket.receive(welcome())
    page.lastSocket.closeFromHub(4001)
    page.connection.resume()
    page.lastSocket.receive(welcome())
    expect(page.sockets).toHaveLength(2)
    expect(page.state.link).toBe('live')
  })

  it('ends with close()', () => {
    page.lastSocket.closeFromHub(1006)
    page.connection.close()
    page.tab.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(page.sockets).toHaveLength(1)
  })
})

describe('a hub that does not reach the store', () => {
  const storeIs = (up: boolean): ToPage => ({ t: 'store', up })
  beforeEach(() => {
    page.tab.visibilityState = 'hidden' // a hidden page sends no pings
  })
  const away = (): ToPage => ({ ...(welcome() as object), store: false }) as ToPage

  it('is left for a hub that does, after three to six seconds', () => {
    const old = page.lastSocket
    old.receive(welcome())
    page.give(MOVE)
    old.receive(storeIs(false))
    vi.advanceTimersByTime(5999)
    expect(page.sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.lastSocket.url.searchParams.get('watch')).toBe('1')
    expect(old.closed).toBe(false)
    page.lastSocket.receive(welcome())
    expect(old).toMatchObject({ closed: true, code: undefined })
    expect(page.sockets).toHaveLength(3)
    expect(page.sockets[1]!.closed).toBe(true)
    expect(page.lastSocket.url.searchParams.get('watch')).toBe(null)
    page.lastSocket.receive(welcome())
    expect(page.lastSocket.commands()).toEqual([MOVE])
    expect(page.state.link).toBe('live')
    vi.advanceTimersByTime(8000)
    expect(page.sockets).toHaveLength(3)
  })

  it('starts a search for another hub after a welcome too, not before three seconds', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    page.lastSocket.receive(away())
    vi.advanceTimersByTime(2999)
    expect(page.sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(page.sockets).toHaveLength(2)
  })

  it('is kept if no hub reaches the store, while searches for another hub become rarer', () => {
    const old = page.lastSocket
    old.receive(welcome())
    old.receive(storeIs(false))
    const looks: number[] = []
    for (let seconds = 1; seconds <= 600; seconds++) {
      vi.advanceTimersByTime(1000)
      if (page.lastSocket !== old && !page.lastSocket.closed) {
        looks.push(seconds)
        // Every other time a proxy finds no hub for the page. Otherwise a hub without the store lets the page in.
        if (looks.length % 2) page.lastSocket.closeFromHub(1006)
        else page.lastSocket.receive(away())
        page.lastSocket.closed = true
      }
    }
    expect(looks.slice(0, 5)).toEqual([6, 18, 42, 90, 150])
    expect(looks).toHaveLength(12)
    expect(old.closed).toBe(false)
    expect(page.state).toMatchObject({ link: 'live', store: false })
    old.receive(storeIs(true))
    vi.advanceTimersByTime(9000)
    expect(page.sockets).toHaveLength(13)
  })

  it('ends the search when it reaches the store again', () => {
    page.lastSocket.receive(welcome())
    page.lastSocket.receive(storeIs(false))
    vi.advanceTimersByTime(6000)
    page.sockets[0]!.receive(storeIs(true))
    expect(page.sockets[1]!.closed).toBe(true)
    vi.advanceTimersByTime(8000)
    expect(page.sockets).toHaveLength(2)
  })

  it('is kept if a search gets no answer', () => {
    page.lastSocket.receive(welcome())
    page.lastSocket.receive(storeIs(false))
    vi.advanceTimersByTime(6000)
    expect(page.sockets[1]!.closed).toBe(false)
    vi.advanceTimersByTime(12_000)
    expect(page.sockets[1]!.closed).toBe(true)
    expect(page.sockets[0]!.closed).toBe(false)
    expect(page.sockets).toHaveLength(3)
  })

  it('may show the room if no hub has accepted the page', () => {
    const awayParameter = () => page.lastSocket.url.searchParams.get('away')
    expect(awayParameter()).toBe(null)
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(300)
    expect(awayParameter()).toBe(null)
    page.lastSocket.closeFromHub(1006)
    vi.advanceTimersByTime(600)
    expect(awayParameter()).toBe('1')
  })
})
