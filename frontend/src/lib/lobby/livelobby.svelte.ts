/** The lobby, live: server-sent events that come back by themselves, and rest while nobody looks at the tab. */
import { LOBBY_EVENTS_URL, type Lobby } from '../protocol/rest'
import { count, GONE_STAYS, merge, readLobby, sweep, type Shown } from './lobby'

/** The first and the longest wait before another try, in milliseconds. */
const RETRY_FIRST = 1000
const RETRY_MAX = 15_000
/** Shorter losses are not worth a word; milliseconds. */
const LOST_AFTER = 1500
/** After the list has moved, a tap that was on its way already is not meant for what is there now; milliseconds. */
const REACTION = 350

export class LiveLobby {
  #waiting = $state.raw<readonly Shown[]>([])
  #playing = $state.raw<readonly Shown[]>([])
  #stage = $state<'loading' | 'live' | 'lost'>('loading')
  #source: EventSource | null = null
  #failures = 0
  #held = false
  #moved = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #sweepTimer: ReturnType<typeof setTimeout> | undefined
  #lostTimer: ReturnType<typeof setTimeout> | undefined

  get waiting(): readonly Shown[] {
    return this.#waiting
  }
  get playing(): readonly Shown[] {
    return this.#playing
  }
  /** how many can be joined, and watched */
  get counts(): { waiting: number; playing: number } {
    return { waiting: count(this.#waiting), playing: count(this.#playing) }
  }
  get stage(): 'loading' | 'live' | 'lost' {
    return this.#stage
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#look)
    window.addEventListener('online', this.#look)
    this.#connect()
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#look)
    window.removeEventListener('online', this.#look)
    this.#rest()
    clearTimeout(this.#sweepTimer)
  }

  /** Whether a hand is on the list: as long as it is, nothing moves. */
  hold(held: boolean): void {
    this.#held = held
    this.#sweepLater()
  }

  /** Whether a tap now may be meant for what lay there before. */
  get justMoved(): boolean {
    return Date.now() - this.#moved < REACTION
  }

  #look = (): void => {
    if (document.visibilityState === 'hidden') this.#rest()
    else if (this.#source === null) {
      this.#failures = 0
      this.#connect()
    }
  }

  #rest(): void {
    this.#drop()
    this.#found()
  }

  #drop(): void {
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#source = null
  }

  #found(): void {
    clearTimeout(this.#lostTimer)
    this.#lostTimer = undefined
  }

  #connect(): void {
    this.#drop()
    const source = new EventSource(LOBBY_EVENTS_URL)
    this.#source = source
    source.onopen = () => this.#found()
    source.onmessage = (event) => {
      const lobby = readLobby(event.data)
      if (lobby === null) return
      this.#failures = 0
      this.#found()
      this.#stage = 'live'
      this.#show(lobby)
    }
    source.onerror = () => {
      this.#lostTimer ??= setTimeout(() => (this.#stage = 'lost'), LOST_AFTER)
      // The browser comes back by itself unless the hub's answer was no stream of events.
      if (source.readyState !== EventSource.CLOSED) return
      this.#drop()
      const wait = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** this.#failures++)
      this.#retryTimer = setTimeout(() => this.#connect(), wait / 2 + (wait / 2) * Math.random())
    }
  }

  #show(lobby: Lobby): void {
    const now = Date.now()
    this.#waiting = merge(this.#waiting, lobby.waiting, now)
    this.#playing = merge(this.#playing, lobby.playing, now)
    this.#sweepLater()
  }

  #sweepLater(): void {
    clearTimeout(this.#sweepTimer)
    if (this.#held) return
    const gone = [...this.#waiting, ...this.#playing].flatMap(({ gone }) => gone ?? [])
    if (gone.length === 0) return
    const wait = Math.max(0, Math.min(...gone) + GONE_STAYS - Date.now())
    this.#sweepTimer = setTimeout(() => this.#sweep(), wait)
  }

  #sweep(): void {
    const before = [this.#waiting, this.#playing]
    this.#waiting = sweep(this.#waiting, Date.now(), this.#held)
    this.#playing = sweep(this.#playing, Date.now(), this.#held)
    if (before[0] !== this.#waiting || before[1] !== this.#playing) this.#moved = Date.now()
    this.#sweepLater()
  }
}
