/**
 * Attends a room for eyes that are elsewhere: gives each of its changes to whatever the person wants to hear, feel or be
 * told. What it needs for that is loaded when it is wanted.
 */
import { m } from '../paraglide/messages'
import { emoteSetting } from '../room/emotesetting.svelte'
import { emptyRoom, type RoomState } from '../room/state'
import { cues, myTurn, runsLow, type Cue } from './cue'
import { notify, withdraw } from './notify'
import { wanted } from './settings.svelte'
import { markTab } from './tabicon'
import { vibrate } from './vibrate'

/** How often little time is looked for, in milliseconds. */
const LOOK = 250

export class Attendant {
  readonly #room: string
  readonly #now: () => number
  #last: RoomState = emptyRoom()
  #looked = 0
  #timer: ReturnType<typeof setInterval>

  /** `now`: the hub's time, in Unix milliseconds. */
  constructor(room: string, now: () => number) {
    this.#room = room
    this.#now = now
    this.#timer = setInterval(this.#look, LOOK)
    document.addEventListener('visibilitychange', this.#seen)
  }

  /** The room is in this state now. */
  hear(state: RoomState): void {
    const heard = cues(this.#last, state)
    this.#last = state
    const turn = myTurn(state)
    markTab(turn)
    if (!turn) withdraw()
    const falls = heard.some(({ kind }) => kind === 'drop')
    for (const cue of heard) this.#give(cue, falls && cue.kind !== 'drop')
  }

  /** The page leaves the room. */
  leave(): void {
    clearInterval(this.#timer)
    document.removeEventListener('visibilitychange', this.#seen)
    markTab(false)
    withdraw()
  }

  /** `landed`: once the disc that goes with it has come to rest. */
  #give(cue: Cue, landed = false): void {
    if (cue.kind === 'emote' && emoteSetting.muted) return
    if (wanted.sound) import('./sound').then(({ sound }) => sound(cue, landed)).catch(() => {})
    if (wanted.vibration) vibrate(cue.kind)
    if (cue.kind === 'your-turn' && wanted.notify && document.hidden)
      notify(m.cues_notify_title(), m.cues_notify_body(), this.#room)
  }

  readonly #look = (): void => {
    const now = this.#now()
    if (runsLow(this.#last, this.#looked, now)) this.#give({ kind: 'low-time' })
    this.#looked = now
  }

  readonly #seen = (): void => {
    if (!document.hidden) withdraw()
  }
}
