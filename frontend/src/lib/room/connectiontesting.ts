/** A page's connection for tests: the sockets, the tab and the clock are the test's. */
import { vi } from 'vitest'
import type { Command } from '../protocol/commands'
import type { ToPage } from '../protocol/messages'
import { apply, type RoomMessage } from './apply'
import { Connection } from './connection'
import { emptyRoom } from './state'

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

export class ConnectedPage {
  readonly tab = new FakeTab()
  /** all sockets that the page has opened */
  readonly sockets: FakeSocket[] = []
  readonly hubTimes: [now: number, sent: number, received: number][] = []
  state = emptyRoom()
  /** whether somebody else plays too */
  together = false
  readonly connection: Connection

  /** Stops the clock, and opens the connection. */
  constructor() {
    vi.useFakeTimers()
    // No jitter: waits have their full length.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    vi.stubGlobal('window', this.tab)
    vi.stubGlobal('document', this.tab)
    this.connection = new Connection({
      room: 'r',
      origin: 'ws://hub',
      position: () => this.state,
      pending: () => this.state.pending.map((p) => p.command),
      isTogether: () => this.together,
      deliver: (message) => this.#deliver(message),
      onHubTime: (...times) => this.hubTimes.push(times),
      open: (url) => {
        const socket = new FakeSocket(new URL(url))
        this.sockets.push(socket)
        return socket as unknown as WebSocket
      },
    })
    this.connection.open()
  }

  get lastSocket(): FakeSocket {
    return this.sockets.at(-1)!
  }

  #deliver(message: RoomMessage) {
    this.state = apply(this.state, message)
  }

  /** Gives a command of the person to the page. */
  give(command: Command) {
    this.#deliver({ t: 'command-given', command })
    this.connection.send(command)
  }

  close() {
    this.connection.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

export const welcome = (from = 0, n = 0): ToPage => ({
  t: 'welcome',
  proto: 1,
  build: '',
  room: 'r',
  player: 'me',
  from,
  n,
  now: 0,
  here: { seats: [true, true], spectators: 0, invited: 0, claim: [0, 0] },
  store: true,
})
export const entries = (...numbers: number[]): ToPage => ({
  t: 'entries',
  entries: numbers.map((n) => ({
    n,
    at: 0,
    type: 'named',
    data: { seat: 1, name: `${n}` },
    digest: `d${n}`,
  })),
})
export const MOVE: Command = { t: 'move', id: 'm1', n: 0, move: '4' }
export const refused = (code: string, retry: boolean): ToPage => ({
  t: 'refused',
  id: 'm1',
  code,
  text: '',
  retry,
  n: 0,
})
