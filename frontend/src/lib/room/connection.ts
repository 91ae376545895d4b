/**
 * Keeps the websocket of one room connected.
 *
 * Promises while it is open:
 * - Every frame of the hub reaches `deliver`, in order.
 * - After a loss it reconnects: at once when the tab becomes visible or the network returns, else with jittered backoff.
 * - Pending commands are sent after every welcome, and again after a refusal with `retry`, always with the same ID,
 *   until they are answered.
 * - While its hub does not reach the store, it looks for a hub that does, and moves there. It closes its socket only
 *   after it has found such a hub, so it stays connected if no hub reaches the store.
 * - It says at once that the connection is lost if the device has no network or the hub is silent. It keeps the socket:
 *   if a frame comes after all, the connection was only slow.
 * - It stops only after the close codes in FINAL_CLOSE_CODES; then `resume` starts it again.
 *
 * It keeps no state of the room: it asks its owner for the position in the log and for the pending commands.
 */
import { CLOSE_LEAVING, CLOSE_LOST, CLOSE_OUTDATED, CLOSE_TOO_BIG, finalReason } from '../protocol/codes'
import type { Entry } from '../protocol/entries'
import { decode, type ToPage } from '../protocol/messages'
import { PROTO, newId, type Command, type ToHub } from '../protocol/commands'
import type { RoomMessage } from './apply'
import { earlySocket } from './early'
import type { Phase } from './state'

/** The first and the longest wait before reconnecting, in milliseconds. Waits double; jitter cuts at most half of each. */
const BACKOFF_FIRST = 300
const BACKOFF_MAX = 10_000
/** How long a connection attempt may take until the welcome, in milliseconds. */
const WELCOME_TIMEOUT = 8000
/**
 * How often a visible page sends a ping, how often while it plays against somebody, who waits for it, and how long it waits
 * for the pong, in milliseconds.
 */
const PING_INTERVAL = 10_000
const PING_INTERVAL_TOGETHER = 2500
const PONG_TIMEOUT = 5000
/** How long the hub may be silent after a ping before the page shows the connection as lost, in milliseconds. */
const SILENCE = 2000
/**
 * How long a room must have had no entry until it is quiet, if no game is being played, and how often a page sends a
 * ping there, in milliseconds. A hub pings a socket itself after 30 s without a frame.
 */
const QUIET_AFTER = 60_000
const PING_INTERVAL_QUIET = 25_000
/** The shorter wait for a pong after the tab was asleep: a dead connection must show soon. Milliseconds. */
const PONG_TIMEOUT_AFTER_SLEEP = 2000
/**
 * The wait from the loss of the store to the first search for another hub, and the longest wait between two searches,
 * in milliseconds. Waits double; jitter cuts at most half of each.
 */
const SEARCH_FIRST = 6000
const SEARCH_MAX = 60_000
/** How long a closed connection must be lost before the page shows it, in milliseconds. */
const LOST_DELAY = 1000

export interface ConnectionOwner {
  room: string
  /** the last entry that the page has folded, and the phase of the room after it */
  position(): { n: number; digest: string; phase: Phase }
  pending(): readonly Command[]
  /** whether somebody else plays with the page's player now */
  isTogether?(): boolean
  deliver(message: RoomMessage): void
  /** called when the hub has answered with its time `now`; see HubClock.addSample */
  onHubTime?(now: number, sent: number, received: number): void
  /** `ws:` or `wss:`, host and port of the hub */
  origin: string
  /** opens a socket; left out: a websocket */
  open?(url: string): WebSocket
  /** whether the hub is a part of this page, so that it needs no network */
  onDevice?: boolean
}

type Timer = ReturnType<typeof setTimeout> | undefined

export class Connection {
  readonly #owner: ConnectionOwner
  readonly #listening = new AbortController()
  #socket: WebSocket | null = null
  #welcomed = false
  #closed = true
  #failures = 0
  /** how many refusals with `retry` came in a row */
  #refusals = 0
  /** the ID of the last ping */
  #ping = ''
  /** when the last ping was sent, and when the socket was opened; this device's clock, Unix milliseconds */
  #pingAt = 0
  #openedAt = 0
  /** when the last entries came, or else the welcome; this device's clock, Unix milliseconds */
  #entriesAt = 0
  /** the ID of the last command sent */
  #lastSent = ''
  #retryTimer: Timer
  #lostTimer: Timer
  #pingTimer: Timer
  #pongTimer: Timer
  #silenceTimer: Timer
  /** whether the page shows the connection as lost, although it has a socket */
  #silent = false
  #welcomeTimer: Timer
  #resendTimer: Timer
  #searchTimer: Timer
  /** the socket that looks for a hub that reaches the store */
  #scout: WebSocket | null = null
  /** how many searches in a row have found no such hub */
  #searches = 0

  constructor(owner: ConnectionOwner) {
    this.#owner = owner
  }

  /** Connects, and reconnects when the tab or the network wakes up, until `close`. */
  open(): void {
    const { signal } = this.#listening
    window.addEventListener('online', this.#onWake, { signal })
    if (!this.#owner.onDevice) window.addEventListener('offline', this.#onSilence, { signal })
    window.addEventListener('pageshow', this.#onWake, { signal })
    document.addEventListener('visibilitychange', this.#onWake, { signal })
    this.resume()
  }

  /** Connects again after a final close code. */
  resume(): void {
    this.#closed = false
    this.#failures = 0
    this.#owner.deliver({ t: 'link', link: 'connecting' })
    this.#announceLossLater()
    this.#connect()
  }

  /** Closes with a goodbye: the close code tells the hub that the connection was not lost. */
  close(): void {
    this.#listening.abort()
    this.#closed = true
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#lostTimer)
    this.#dropSocket(CLOSE_LEAVING)
  }

  /** Sends a command if connected. Otherwise it is sent with the pending commands after the next welcome. */
  send(command: Command): void {
    if (!this.#welcomed) return
    this.#write(command)
    this.#checkLine()
  }

  // Connecting

  #connect(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = undefined
    this.#dropSocket()
    this.#openedAt = Date.now()
    // If no hub accepts this page, a hub that does not reach the store may still show the room.
    const url = this.#url(this.#failures > 1 ? 'away' : '')
    const early = earlySocket(url)
    const socket = early?.socket ?? this.#openSocket(url)
    this.#socket = socket
    socket.onmessage = (event: { data: unknown }) => {
      const message = decode(event.data)
      if (message) this.#receive(message)
    }
    socket.onclose = (event) => this.#onClosed(event.code)
    this.#welcomeTimer = setTimeout(() => this.#onClosed(CLOSE_LOST), WELCOME_TIMEOUT)
    if (!early) return
    this.#openedAt = early.openedAt
    for (const event of early.received) socket.onmessage?.(event)
    // For example: another tab has taken the seat meanwhile. A new socket would take it back.
    if (early.closed !== undefined) this.#onClosed(early.closed)
  }

  #openSocket(url: string): WebSocket {
    return this.#owner.open?.(url) ?? new WebSocket(url)
  }

  /** The address of a socket. `extra`: one more parameter for its query; empty: none. */
  #url(extra: '' | 'away' | 'watch'): string {
    const { n, digest } = this.#owner.position()
    const query = new URLSearchParams({ after: String(n), digest, proto: String(PROTO), snapshot: '1' })
    // A hub lets a page with the token of a seat into a room without spectators.
    for (const command of this.#owner.pending()) if (command.t === 'take') query.set('token', command.token)
    if (extra) query.set(extra, '1')
    return `${this.#owner.origin}/api/rooms/${encodeURIComponent(this.#owner.room)}/live?${query}`
  }

  /** Closes the socket and ignores what it may still deliver. */
  #dropSocket(code?: number): void {
    this.#dropScout()
    clearTimeout(this.#pingTimer)
    clearTimeout(this.#pongTimer)
    clearTimeout(this.#silenceTimer)
    clearTimeout(this.#welcomeTimer)
    clearTimeout(this.#resendTimer)
    this.#welcomed = this.#silent = false
    this.#ping = ''
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close(code)
  }

  #onClosed(code: number): void {
    this.#dropSocket()
    const reason = finalReason(code)
    if (reason) {
      this.#closed = true
      clearTimeout(this.#lostTimer)
      this.#owner.deliver({ t: 'link', link: reason })
      return
    }
    if (code === CLOSE_TOO_BIG && this.#lastSent)
      this.#owner.deliver({ t: 'command-dropped', id: this.#lastSent })
    this.#announceLossLater()
    this.#retryTimer = setTimeout(() => this.#connect(), retryDelay(this.#failures++))
  }

  /** Reports the loss of the connection, unless a welcome comes within LOST_DELAY. */
  #announceLossLater(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = setTimeout(() => {
      if (!this.#welcomed) this.#owner.deliver({ t: 'link', link: 'lost' })
    }, LOST_DELAY)
  }

  // Looking for a hub that reaches the store

  /** Handles a frame in which the hub says whether the store answers for this room. */
  #onStore(up: boolean): void {
    if (up) {
      this.#searches = 0
      this.#dropScout()
    } else if (this.#searchTimer === undefined) this.#searchLater()
  }

  #searchLater(): void {
    const wait = retryDelay(this.#searches++, SEARCH_FIRST, SEARCH_MAX)
    this.#searchTimer = setTimeout(() => this.#search(), wait)
  }

  /**
   * Opens a second socket. A hub that does not reach the store refuses it, so that a proxy asks the next hub. The second
   * socket only watches: otherwise a hub would close the first one, as it does when a seat is opened elsewhere.
   */
  #search(): void {
    this.#dropScout()
    this.#searchLater()
    const scout = this.#openSocket(this.#url('watch'))
    this.#scout = scout
    scout.onmessage = (event) => {
      const message = decode(event.data)
      if (message?.t !== 'welcome') return
      if (message.store) this.#connect()
      else scout.close()
    }
  }

  #dropScout(): void {
    clearTimeout(this.#searchTimer)
    this.#searchTimer = undefined
    this.#scout?.close()
    this.#scout = null
  }

  /** The tab became visible or the network is back: check the connection, or reconnect at once. */
  #onWake = (): void => {
    if (this.#closed || document.visibilityState !== 'visible') return
    if (this.#welcomed) this.#sendPing(PONG_TIMEOUT_AFTER_SLEEP)
    else if (this.#retryTimer !== undefined) {
      this.#failures = 0
      this.#connect()
    }
  }

  /** The device has no network, or the hub does not answer. */
  #onSilence = (): void => {
    if (!this.#welcomed || this.#silent) return
    this.#silent = true
    this.#owner.deliver({ t: 'link', link: 'lost' })
  }

  // Sending and receiving

  #receive(message: ToPage): void {
    if (message.t === 'welcome') {
      clearTimeout(this.#welcomeTimer)
      clearTimeout(this.#lostTimer)
      this.#welcomed = true
      this.#failures = 0
      this.#entriesAt = Date.now()
      this.#owner.onHubTime?.(message.now, this.#openedAt, Date.now())
      this.#owner.deliver(message)
      this.#onStore(message.store)
      this.#resend()
      this.#schedulePing()
      return
    }
    clearTimeout(this.#silenceTimer)
    if (this.#silent) this.#owner.deliver({ t: 'link', link: 'live' })
    this.#silent = false
    const interval = this.#pingInterval()
    this.#owner.deliver(message)
    if (message.t === 'entries') {
      this.#entriesAt = Date.now()
      if (this.#pingInterval() < interval) this.#schedulePing()
      this.#checkGap(message.entries)
    }
    if (message.t === 'ok') this.#refusals = 0
    if (message.t === 'pong' && message.id === this.#ping) {
      clearTimeout(this.#pongTimer)
      this.#ping = ''
      this.#owner.onHubTime?.(message.now, this.#pingAt, Date.now())
    }
    if (message.t === 'store') {
      this.#onStore(message.up)
      if (message.up) this.#resend()
    }
    if (message.t === 'refused' && message.retry) {
      clearTimeout(this.#resendTimer)
      this.#resendTimer = setTimeout(() => this.#resend(), retryDelay(this.#refusals++))
    }
    if (message.t === 'refused' && message.code === 'ahead') {
      this.#owner.deliver({ t: 'resync' })
      this.#connect()
    }
  }

  /**
   * Detects entries that were not folded. After a gap the page reconnects and reads the log from its position. If the
   * next entry arrived and was not folded, the page is outdated.
   */
  #checkGap(entries: Entry[]): void {
    const { n } = this.#owner.position()
    if ((entries.at(-1)?.n ?? 0) > n)
      this.#onClosed(entries.some((e) => e.n === n + 1) ? CLOSE_OUTDATED : CLOSE_LOST)
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

  /** How long after a ping the next one is sent. */
  #pingInterval(): number {
    if (this.#owner.isTogether?.()) return PING_INTERVAL_TOGETHER
    const quiet = this.#owner.position().phase !== 'playing' && Date.now() - this.#entriesAt >= QUIET_AFTER
    return quiet ? PING_INTERVAL_QUIET : PING_INTERVAL
  }

  #schedulePing(): void {
    clearTimeout(this.#pingTimer)
    this.#pingTimer = setTimeout(() => {
      this.#checkLine()
      this.#schedulePing()
    }, this.#pingInterval())
  }

  /** Sends a ping, unless the last one is not answered yet, or nobody sees the page. */
  #checkLine(): void {
    if (this.#ping === '' && document.visibilityState === 'visible') this.#sendPing(PONG_TIMEOUT)
  }

  #sendPing(within: number): void {
    clearTimeout(this.#pongTimer)
    clearTimeout(this.#silenceTimer)
    this.#ping = newId()
    this.#pingAt = Date.now()
    this.#write({ t: 'ping', id: this.#ping })
    this.#silenceTimer = setTimeout(this.#onSilence, SILENCE)
    this.#pongTimer = setTimeout(() => {
      this.#dropSocket()
      this.#announceLossLater()
      this.#failures = 0
      this.#connect()
    }, within)
  }
}

/** The wait after this many failures, in milliseconds. */
function retryDelay(failures: number, first = BACKOFF_FIRST, max = BACKOFF_MAX): number {
  const wait = Math.min(max, first * 2 ** Math.min(failures, 10))
  return wait / 2 + (wait / 2) * Math.random()
}
