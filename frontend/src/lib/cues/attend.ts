/**
 * Attends a room for eyes that are elsewhere: gives each of its changes to whatever the person wants to hear, feel or be
 * told. What it needs for that is loaded when it is wanted.
 */
import { m } from '../paraglide/messages'
import type { RoomState } from '../room/state'
import { unknownRoom } from '../room/state'
import { cues, myTurn, type Cue, type CueKind } from './cue'
import { notify, withdraw } from './notify'
import { wanted } from './settings.svelte'
import { markTab } from './tab'

/** Milliseconds on, off, on … Nothing for what one has just done oneself, or can wait. */
const FEEL: Partial<Record<CueKind, number[]>> = {
  drop: [12],
  'your-turn': [40],
  win: [40, 60, 40, 60, 120],
  loss: [160],
  draw: [60, 80, 60],
  'low-time': [30, 50, 30, 50, 30],
  offer: [30, 80, 30],
}

export class Attendant {
  readonly #room: string
  #last: RoomState = unknownRoom()

  constructor(room: string) {
    this.#room = room
    document.addEventListener('visibilitychange', this.#seen)
  }

  /** The room is in this state now. */
  hear(state: RoomState): void {
    const heard = cues(this.#last, state)
    this.#last = state
    const turn = myTurn(state)
    markTab(turn)
    if (!turn) withdraw()
    for (const cue of heard) this.#give(cue)
  }

  /** The page leaves the room. */
  leave(): void {
    document.removeEventListener('visibilitychange', this.#seen)
    markTab(false)
    withdraw()
  }

  #give(cue: Cue): void {
    if (wanted.sound) void import('./sound').then(({ sound }) => sound(cue))
    const feel = FEEL[cue.kind]
    if (wanted.vibration && feel && typeof navigator.vibrate === 'function') navigator.vibrate(feel)
    if (cue.kind === 'your-turn' && wanted.notify && document.hidden)
      notify(m.your_turn(), m.cues_notify_body(), this.#room)
  }

  readonly #seen = (): void => {
    if (!document.hidden) withdraw()
  }
}
