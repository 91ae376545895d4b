/** How fast a replay runs by itself. Pure; the page holds the timer. */

/** Times the normal speed, or each move as long as it took. */
export const SPEEDS = ['0.5', '1', '2', '4', 'played'] as const

export type Speed = (typeof SPEEDS)[number]

/** Between two moves at normal speed, in milliseconds: time to see where the disc came to rest. */
export const STEP = 1000
/** Even a move at once is to be seen, and nobody waits for one that took a day. */
export const LEAST = 350
export const MOST = 5000

/** How long the position is shown before the next move, which took `ms`. */
export function delay(speed: Speed, ms: number): number {
  if (speed !== 'played') return STEP / Number(speed)
  return Math.min(MOST, Math.max(LEAST, ms))
}
