/** Vibration patterns of the cues. */
import type { CueKind } from './cue'

/** Milliseconds on, off, on … */
const PATTERNS: Partial<Record<CueKind, number[]>> = {
  drop: [12],
  'your-turn': [40],
  win: [40, 60, 40, 60, 120],
  loss: [160],
  draw: [60, 80, 60],
  'low-time': [30, 50, 30, 50, 30],
  offer: [30, 80, 30],
  arrival: [20, 60, 20],
}

/** Whether the device can vibrate. Browsers on computers have the function too, so this requires a touch screen. */
export const canVibrate = (): boolean =>
  typeof navigator.vibrate === 'function' && matchMedia('(any-pointer: coarse)').matches

/** Browsers refuse to vibrate before the first gesture, and log an error. */
export function vibrate(cue: CueKind): void {
  const pattern = PATTERNS[cue]
  if (pattern && canVibrate() && navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern)
}
