/**
 * The websocket of one room, kept alive.
 *
 * It promises: while it is open, every message of the hub reaches `deliver` in order; a connection that is lost comes
 * back by itself, at once when the tab wakes up or the network returns, else with jittered backoff; a command that is
 * pending is sent after every welcome and again after a refusal that allows it, always with its own id, until it is
 * answered. It gives up only on the close codes that say so, and then `resume` starts it again.
 *
 * It keeps no state of the room: where the log stands and which commands are pending it asks of its owner.
 */
import { CLOSE_LEAVING, CLOSE_OUTDATED, CLOSE_TOO_BIG, finalReason } from '../protocol/codes'
import type { Entry } from '../protocol/entries'
import { decode, type ToPage } from '../protocol/topage'
import { PROTO, newId, type Command, type ToHub } from '../protocol/tohub'
import type { Message } from './apply'

/** The first and the longest wait before another try, in milliseconds; doubled each time, and jittered down to a half. */
const BACKOFF_FIRST = 300
const BACKOFF_MAX = 10_000
/** A try that has given no welcome by then is dropped. */
const WELCOME_WITHIN = 8000
/** A page that is looked at asks this often whether the connection lives, and waits this long for the answer. */
const PING_EVERY = 10_000
const PONG_WITHIN = 5000
/** The answer that is waited for after the tab was asleep: a dead connection must not cost a person long. */
const PONG_WITHIN_AWAKE = 2000
/** Shorter losses are not worth a word. */
const LOST_AFTER = 1000

export interface Owner {
  room: string
  /** where the log stands on the page */
  position(): { n: number; digest: string }
  pending(): readonly Command[]
  deliver(message: Message): void
  /** the hub said what time it is there, asked at `sent` and heard at `received`; all in Unix milliseconds */
  heard?(now: number, sent: number, received: number): void
  /** `ws:` or `wss:`, host and port of the hub */
  origin: string
  /** open a socket; the browser's own unless a test says otherwise */
  open?(url: string): WebSocket
}

type Timer = ReturnType<typeof setTimeout> | undefined

export class Connection {
  readonly #owner: Owner
  #socket: WebSocket | null = null
  #welcomed = false
  #closed = true
  #failures = 0
  /** how often the pending commands were refused in a row, with leave to try again */
  #refusals = 0
  #ping = ''
  /** when the last ping was sent, and the socket opened, by this device's clock in Unix milliseconds */
  #pingAt = 0
  #openedAt = 0
  /** the id of the last command sent */
  #lastSent = ''
  #retryTimer: Timer
  #lostTimer: Timer
  #pingTimer: Timer
  #pongTimer: Timer
  #welcomeTimer: Timer
  #resendTimer: Timer

  constructor(owner: Owner) {
    this.#owner = owner
  }

  /** Connects, and follows the tab's sleep and the network's comings and goings until `close`. */
  open(): void {
    window.addEventListener('online', this.#wake)
    window.addEventListener('pageshow', this.#wake)
    document.addEventListener('visibilitychange', this.#wake)
    this.resume()
  }

  /** Connects again after a final close code, because the person asked for it. */
  resume(): void {
    this.#closed = false
    this.#failures = 0
    this.#owner.deliver({ t: 'link', link: 'connecting' })
    this.#missing()
    this.#connect()
  }

  /** Goes, and says so: the close code tells the hub that this is no lost connection. */
  close(): void {
    window.removeEventListener('online', this.#wake)
    window.removeEventListener('pageshow', this.#wake)
    document.removeEventListener('visibilitychange', this.#wake)
    this.#closed = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#lostTimer)
    clearTimeout(this.#resendTimer)
    this.#drop(CLOSE_LEAVING)
  }

  /** Sends a command now, if there is a connection; else it goes with the pending ones. */
  send(command: Command): void {
    if (this.#welcomed) this.#write(command)
  }

  // Connecting

  #connect(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#drop()
    const { n, digest } = this.#owner.position()
    const query = new URLSearchParams({ after: String(n), digest, proto: String(PROTO) })
    const url = `${this.#owner.origin}/api/rooms/${encodeURIComponent(this.#owner.room)}/live?${query}`
    this.#openedAt = Date.now()
    const socket = this.#owner.open?.(url) ?? new WebSocket(url)
    this.#socket = socket
    socket.onmessage = (event) => {
      const message = decode(event.data)
      if (message) this.#receive(message)
    }
    socket.onclose = (event) => this.#lose(event.code)
    this.#welcomeTimer = setTimeout(() => this.#lose(1006), WELCOME_WITHIN)
  }

  /** Lets go of the socket without listening to what it may still say. */
  #drop(code?: number): void {
    clearTimeout(this.#pingTimer)
    clearTimeout(this.#pongTimer)
    clearTimeout(this.#welcomeTimer)
    this.#welcomed = false
    this.#ping = ''
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close(code)
  }

  #lose(code: number): void {
    this.#drop()
    const reason = finalReason(code)
    if (reason) {
      this.#closed = true
      clearTimeout(this.#lostTimer)
      clearTimeout(this.#resendTimer)
      this.#owner.deliver({ t: 'link', link: reason })
      return
    }
    if (code === CLOSE_TOO_BIG && this.#lastSent) this.#owner.deliver({ t: 'dropped', id: this.#lastSent })
    this.#missing()
    this.#retryTimer = setTimeout(() => this.#connect(), jittered(this.#failures++))
  }

  /** Says that the connection is lost, once that has lasted. */
  #missing(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = setTimeout(() => {
      if (!this.#welcomed) this.#owner.deliver({ t: 'link', link: 'lost' })
    }, LOST_AFTER)
  }

  /** The tab was asleep, or the network is back: no time to lose. */
  #wake = (): void => {
    if (this.#closed || document.visibilityState !== 'visible') return
    if (this.#welcomed) this.#askAlive(PONG_WITHIN_AWAKE)
    else if (this.#retryTimer !== undefined) {
      this.#failures = 0
      this.#connect()
    }
  }

  // Talking

  #receive(message: ToPage): void {
    if (message.t === 'welcome') {
      clearTimeout(this.#welcomeTimer)
      clearTimeout(this.#lostTimer)
      this.#welcomed = true
      this.#failures = 0
      this.#owner.heard?.(message.now, this.#openedAt, Date.now())
      this.#owner.deliver(message)
      this.#resend()
      this.#schedulePing()
      return
    }
    this.#owner.deliver(message)
    if (message.t === 'entries') this.#checkGap(message.entries)
    if (message.t === 'ok') this.#refusals = 0
    if (message.t === 'pong' && message.id === this.#ping) {
      clearTimeout(this.#pongTimer)
      this.#owner.heard?.(message.now, this.#pingAt, Date.now())
    }
    if (message.t === 'store' && message.up) this.#resend()
    if (message.t === 'refused' && message.retry) {
      clearTimeout(this.#resendTimer)
      this.#resendTimer = setTimeout(() => this.#resend(), jittered(this.#refusals++))
    }
    if (message.t === 'refused' && message.code === 'ahead') {
      this.#owner.deliver({ t: 'anew' })
      this.#connect()
    }
  }

  /**
   * After a gap the fold stands still; the log is read again from where it stands. If it was given what comes next and
   * stands still all the same, the page is too old.
   */
  #checkGap(entries: Entry[]): void {
    const { n } = this.#owner.position()
    if ((entries.at(-1)?.n ?? 0) > n) this.#lose(entries.some((e) => e.n === n + 1) ? CLOSE_OUTDATED : 1006)
  }

  #resend(): void {
    clearTimeout(this.#resendTimer)
    if (!this.#welcomed) return
    for (const command of this.#owner.pending()) this.#write(command)
  }

  #write(message: ToHub): void {
    if (message.t !== 'ping') this.#lastSent = message.id
    this.#socket?.send(JSON.stringify(message))
  }

  #schedulePing(): void {
    clearTimeout(this.#pingTimer)
    this.#pingTimer = setTimeout(() => {
      if (document.visibilityState === 'visible') this.#askAlive(PONG_WITHIN)
      this.#schedulePing()
    }, PING_EVERY)
  }

  #askAlive(within: number): void {
    clearTimeout(this.#pongTimer)
    this.#ping = newId()
    this.#pingAt = Date.now()
    this.#write({ t: 'ping', id: this.#ping })
    this.#pongTimer = setTimeout(() => {
      this.#drop()
      this.#missing()
      this.#failures = 0
      this.#connect()
    }, within)
  }
}

/** The wait before try number `failures`, in milliseconds. */
function jittered(failures: number): number {
  const wait = Math.min(BACKOFF_MAX, BACKOFF_FIRST * 2 ** Math.min(failures, 10))
  return wait / 2 + (wait / 2) * Math.random()
}
