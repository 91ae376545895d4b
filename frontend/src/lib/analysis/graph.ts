/** The lengths of the drawing of who was winning. Pure. */

/** From here on a value is a win for sure: see expected in value.ts. */
const SURE = 0.75
/** How high a distant win is drawn, of a win at once. */
const FAR = 0.6
/** Turns until the end, from which on a win is drawn as distant. */
const DISTANT = 42

/** How high a value is drawn, from -1 to 1: the closer a win the higher, what is only expected lower than all wins. */
export function drawn(value: number): number {
  const size = Math.abs(value)
  if (size < SURE) return value
  const plies = (1 - size) * 1000
  return Math.sign(value) * (FAR + (1 - FAR) * Math.max(0, 1 - plies / DISTANT))
}

export interface Bar {
  ply: number
  left: number
  width: number
  top: number
  height: number
  /** who is winning: the side that began, the other, or neither */
  side: 'one' | 'two' | 'none'
}

/** A bar for each known position, in a drawing of this size whose middle line means that nobody is winning. */
export function bars(heights: readonly (number | null)[], width: number, height: number): Bar[] {
  const slot = width / Math.max(1, heights.length)
  const half = height / 2
  return heights.flatMap((value, ply): Bar[] => {
    if (value === null) return []
    const long = Math.abs(drawn(value)) * (half - 4)
    const side = value > 0 ? 'one' : value < 0 ? 'two' : 'none'
    return [{ ply, left: ply * slot, width: slot, top: value > 0 ? half - long : half, height: long, side }]
  })
}

/** The position under a pointer at x. */
export const plyAt = (x: number, width: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)))
