/** What cues feel like, on devices that vibrate. */
import type { CueKind } from './cue'

/** Milliseconds on, off, on … */
const FEEL: Partial<Record<CueKind, number[]>> = {
  drop: [12],
  'your-turn': [40],
  win: [40, 60, 40, 60, 120],
  loss: [160],
  draw: [60, 80, 60],
  'low-time': [30, 50, 30, 50, 30],
  offer: [30, 80, 30],
}

/** Computers have the function too, and nothing to shake: a finger on the screen tells a phone or a tablet. */
export const canVibrate = (): boolean =>
  typeof navigator.vibrate === 'function' && matchMedia('(any-pointer: coarse)').matches

/** Browsers refuse a page that was not touched yet, and complain of it. */
export function vibrate(cue: CueKind): void {
  const feel = FEEL[cue]
  if (feel && canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(feel)
}
