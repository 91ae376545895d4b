/**
 * Plays the cues of a room: sounds, vibration and notifications, as the person's settings say, and the icon of the tab.
 * Sounds are loaded only when they are switched on.
 */
import { m } from '../paraglide/messages'
import { emoteSetting } from '../room/emotesetting.svelte'
import { emptyRoom, type RoomState } from '../room/state'
import { cuesBetween, isMyTurn, becameLow, type Cue } from './cue'
import { notify, closeNotification } from './notify'
import { cueSettings } from './settings.svelte'
import { setTabIcon } from './tabicon'
import { vibrate } from './vibrate'

/** The interval of the checks whether little time is left, in milliseconds. */
const CHECK_INTERVAL = 250

export class CuePlayer {
  readonly #room: string
  readonly #now: () => number
  #last: RoomState = emptyRoom()
  #lastCheck = 0
  #timer: ReturnType<typeof setInterval>

  /** `now`: the hub's time, in Unix milliseconds. */
  constructor(room: string, now: () => number) {
    this.#room = room
    this.#now = now
    this.#timer = setInterval(this.#checkTime, CHECK_INTERVAL)
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
  }

  /** Plays the cues of the change to `state`. */
  update(state: RoomState): void {
    const newCues = cuesBetween(this.#last, state)
    this.#last = state
    const turn = isMyTurn(state)
    setTabIcon(turn)
    if (!turn) closeNotification()
    // A disc falls first: onto the board, or into the bar of a player who arrives.
    const falls = ({ kind }: Cue) => kind === 'drop' || kind === 'arrival'
    const pieceFalls = newCues.some(falls)
    for (const cue of newCues) this.#play(cue, pieceFalls && !falls(cue))
  }

  /** Stops; call it when the page leaves the room. */
  stop(): void {
    clearInterval(this.#timer)
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    setTabIcon(false)
    closeNotification()
  }

  /** `afterLanding`: waits until the falling disc has landed. */
  #play(cue: Cue, afterLanding = false): void {
    if (cue.kind === 'emote' && emoteSetting.muted) return
    if (cueSettings.sound)
      import('./sound').then(({ playSound }) => playSound(cue, afterLanding)).catch(() => {})
    if (cueSettings.vibration) vibrate(cue.kind)
    if (cue.kind === 'your-turn' && cueSettings.notify && document.hidden)
      notify(m.cues_notify_title(), m.cues_notify_body(), this.#room)
  }

  readonly #checkTime = (): void => {
    const now = this.#now()
    if (becameLow(this.#last, this.#lastCheck, now)) this.#play({ kind: 'low-time' })
    this.#lastCheck = now
  }

  readonly #onVisibilityChange = (): void => {
    if (!document.hidden) closeNotification()
  }
}
