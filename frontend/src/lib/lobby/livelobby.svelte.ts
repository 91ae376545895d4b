/** Follows the lobby by server-sent events. It reconnects by itself, and disconnects while the tab is hidden. */
import { LOBBY_PAGES, lobbyEventsUrl, type Lobby } from '../protocol/rest'
import { countPresent, firstTab, GONE_FOR, merge, sweep, type ShownRoom, type Tab } from './lobby'

/** The first and the longest wait before reconnecting, in milliseconds. */
const RETRY_FIRST = 1000
const RETRY_MAX = 15_000
/** How long the connection must be lost before the page shows it, in milliseconds. */
const LOST_DELAY = 1500
/** A tap within this time after rooms have moved was meant for the room that had that place before. Milliseconds. */
const REACTION_TIME = 350

export class LiveLobby {
  waiting = $state.raw<readonly ShownRoom[]>([])
  playing = $state.raw<readonly ShownRoom[]>([])
  stage = $state<'loading' | 'live' | 'lost'>('loading')
  /** the list to show first. It stays the same when the lobby changes, so that nobody loses a list while reading it */
  firstTab = $state<Tab>('waiting')
  #more = $state.raw<Lobby['more']>({ waiting: false, playing: false })
  #pages = $state(1)
  #source: EventSource | null = null
  #failures = 0
  #frozen = false
  #listening = new AbortController()
  #movedAt = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #sweepTimer: ReturnType<typeof setTimeout> | undefined
  #lostTimer: ReturnType<typeof setTimeout> | undefined

  /** how many rooms can be joined, and watched; with a plus sign if there are more than the lists show */
  get counts(): Record<Tab, string> {
    const count = (tab: Tab) => countPresent(this[tab]) + (this.#more[tab] ? '+' : '')
    return { waiting: count('waiting'), playing: count('playing') }
  }

  /** Whether a list can show more rooms. */
  hasMore(tab: Tab): boolean {
    return this.#more[tab] && this.#pages < LOBBY_PAGES
  }

  showMore = (): void => {
    this.#pages++
    this.#connect()
  }

  open(): void {
    const { signal } = this.#listening
    document.addEventListener('visibilitychange', this.#onWake, { signal })
    window.addEventListener('online', this.#onWake, { signal })
    this.#connect()
  }

  close(): void {
    this.#listening.abort()
    this.#disconnect()
    clearTimeout(this.#sweepTimer)
  }

  /** Freezes the list or lets it change again. The page freezes it while the pointer or the focus is on it. */
  freeze(frozen: boolean): void {
    this.#frozen = frozen
    this.#sweepLater()
  }

  /** Whether rooms have just moved, so that a tap may be meant for another room. */
  get justMoved(): boolean {
    return Date.now() - this.#movedAt < REACTION_TIME
  }

  #onWake = (): void => {
    if (document.visibilityState === 'hidden') this.#disconnect()
    else if (this.#source === null) {
      this.#failures = 0
      this.#connect()
    }
  }

  #disconnect(): void {
    this.#closeSource()
    this.#clearLoss()
  }

  #closeSource(): void {
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#source = null
  }

  #clearLoss(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
  }

  #connect(): void {
    this.#closeSource()
    const source = new EventSource(lobbyEventsUrl(this.#pages))
    this.#source = source
    source.onopen = () => this.#clearLoss()
    source.onmessage = (event) => {
      const lobby = JSON.parse(event.data as string) as Lobby
      this.#failures = 0
      this.#clearLoss()
      if (this.stage === 'loading') this.firstTab = firstTab(lobby)
      this.stage = 'live'
      this.#show(lobby)
    }
    source.onerror = () => {
      this.#lostTimer ??= setTimeout(() => (this.stage = 'lost'), LOST_DELAY)
      // The browser reconnects by itself, unless the hub's answer was not an event stream.
      if (source.readyState !== EventSource.CLOSED) return
      this.#closeSource()
      const wait = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** this.#failures++)
      this.#retryTimer = setTimeout(() => this.#connect(), wait / 2 + (wait / 2) * Math.random())
    }
  }

  #show(lobby: Lobby): void {
    const now = Date.now()
    this.waiting = merge(this.waiting, lobby.waiting, now)
    this.playing = merge(this.playing, lobby.playing, now)
    this.#more = lobby.more
    this.#sweepLater()
  }

  #sweepLater(): void {
    clearTimeout(this.#sweepTimer)
    if (this.#frozen) return
    const gone = [...this.waiting, ...this.playing].flatMap(({ goneSince }) => goneSince ?? [])
    if (gone.length === 0) return
    const wait = Math.max(0, Math.min(...gone) + GONE_FOR - Date.now())
    this.#sweepTimer = setTimeout(() => this.#sweep(), wait)
  }

  #sweep(): void {
    const before = [this.waiting, this.playing]
    this.waiting = sweep(this.waiting, Date.now(), this.#frozen)
    this.playing = sweep(this.playing, Date.now(), this.#frozen)
    if (before[0] !== this.waiting || before[1] !== this.playing) this.#movedAt = Date.now()
    this.#sweepLater()
  }
}
