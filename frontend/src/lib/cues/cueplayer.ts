/**
 * Plays the cues of a room: sounds, vibration and notifications, as the person's settings say, and the icon of the tab.
 * Sounds are loaded only when they are switched on.
 */
import { m } from '../paraglide/messages'
import { arrivalText } from '../i18n/arrivaltext'
import type { Seat } from '../protocol/entries'
import { emptyRoom, type RoomState } from '../room/state'
import { firstGesture } from './audio'
import { arrivedSeat, cuesBetween, isMyTurn, becameLow, type Cue } from './cue'
import { notify, closeNotification } from './notify'
import { cueSettings } from './settings.svelte'
import { vibrate } from './vibrate'

/** The interval of the checks whether little time is left, in milliseconds. */
const CHECK_INTERVAL = 250

/** When the disc of a player who arrives lies in its bar, in milliseconds. */
const ARRIVAL_LANDS = 480

const loadSound = () => import('./sound')

/** The icon of the tab has a dot when it is the player's turn. */
function setTabIcon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  const href = turn ? '/favicon-turn.svg' : '/favicon.svg'
  if (link && link.getAttribute('href') !== href) link.href = href
}

export class CuePlayer {
  readonly #room: string
  readonly #now: () => number
  #last: RoomState = emptyRoom()
  #lastCheck = 0
  /** the seat of the player who has just sat down */
  #arrived: Seat | null = null
  /** the tab's title before it told that somebody is here, and since; null: it tells nothing */
  #titles: { before: string; told: string } | null = null
  #timer: ReturnType<typeof setInterval>

  /** `now`: the hub's time, in Unix milliseconds. */
  constructor(room: string, now: () => number) {
    this.#room = room
    this.#now = now
    // The first disc should be heard when it lands, not when its sound has been loaded.
    if (cueSettings.sound)
      void firstGesture()
        .then(loadSound)
        .catch(() => {})
    this.#timer = setInterval(this.#checkTime, CHECK_INTERVAL)
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
  }

  /** Plays the cues of the change to `state`. */
  update(state: RoomState): void {
    const newCues = cuesBetween(this.#last, state)
    this.#arrived = arrivedSeat(this.#last, state)
    this.#last = state
    const turn = isMyTurn(state)
    setTabIcon(turn)
    if (!turn && this.#titles === null) closeNotification()
    const drop = newCues.find((cue) => cue.kind === 'drop')
    // A disc falls first: onto the board, or into the bar of a player who arrives.
    const landing = drop?.after ?? (newCues.some(({ kind }) => kind === 'arrival') ? ARRIVAL_LANDS : 0)
    for (const cue of newCues) this.#play(cue, cue === drop || cue.kind === 'arrival' ? 0 : landing)
  }

  /** Stops; call it when the page leaves the room. */
  stop(): void {
    clearInterval(this.#timer)
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    setTabIcon(false)
    closeNotification()
  }

  /** `landing`: when a piece of the same move lands, in milliseconds from now; 0: none falls. */
  #play(cue: Cue, landing = 0): void {
    if (cue.kind === 'emote' && cueSettings.mute) return
    if (cueSettings.sound)
      loadSound()
        .then(({ playSound }) => playSound(cue, landing))
        .catch(() => {})
    if (cueSettings.vibration) vibrate(cue.kind)
    if (!document.hidden) return
    if (cue.kind === 'your-turn' && this.#arrived === null && cueSettings.notify)
      notify(m.notification_turn_title(), m.notification_turn_body(), this.#room)
    if (cue.kind === 'arrival') this.#tellArrival(arrivalText(this.#last, this.#arrived!))
  }

  /** Tells a person who looks at something else that somebody is here: in the tab's title until the person looks, too. */
  #tellArrival(text: string): void {
    this.#titles = { before: document.title, told: text }
    document.title = text
    if (cueSettings.notify) notify(text, m.notification_arrival_body(), this.#room)
  }

  readonly #checkTime = (): void => {
    const now = this.#now()
    if (becameLow(this.#last, this.#lastCheck, now)) this.#play({ kind: 'low-time' })
    this.#lastCheck = now
  }

  readonly #onVisibilityChange = (): void => {
    if (document.hidden) return
    closeNotification()
    if (this.#titles?.told === document.title) document.title = this.#titles.before
    this.#titles = null
  }
}
