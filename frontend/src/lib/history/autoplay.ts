/** The speed of automatic replays. Pure; the page has the timer. */

/** Multiples of the normal speed, or `played`: each move takes as long as in the game. */
export const SPEEDS = ['0.5', '1', '2', '4', 'played'] as const

export type Speed = (typeof SPEEDS)[number]

/** The delay between two moves at normal speed, in milliseconds. */
export const NORMAL_DELAY = 1000
/** The limits of the delay at speed `played`, in milliseconds. */
export const MIN_DELAY = 350
export const MAX_DELAY = 5000

/** How long to wait before the next move, which took `ms` in the game. */
export function delay(speed: Speed, ms: number): number {
  if (speed !== 'played') return NORMAL_DELAY / Number(speed)
  return Math.min(MAX_DELAY, Math.max(MIN_DELAY, ms))
}
