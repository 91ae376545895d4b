/** The geometry of the graph of who was winning. Pure. */

/** Values of this or more are certain wins: see `expected` in value.ts. */
const CERTAIN = 0.75
/** The height of a distant win, relative to an immediate win. */
const DISTANT_WIN_HEIGHT = 0.6
/** A win in this many plies or more counts as distant. */
const DISTANT_PLIES = 42

/** The height of a value, from -1 to 1. Closer wins are higher; estimates are lower than all wins. */
export function relativeHeight(value: number): number {
  const size = Math.abs(value)
  if (size < CERTAIN) return value
  const plies = (1 - size) * 1000
  return (
    Math.sign(value) *
    (DISTANT_WIN_HEIGHT + (1 - DISTANT_WIN_HEIGHT) * Math.max(0, 1 - plies / DISTANT_PLIES))
  )
}

export interface Bar {
  ply: number
  top: number
  height: number
  /** who is winning: the side that began, the other, or neither */
  side: 'one' | 'two' | 'none'
}

/** The bars of all known positions, in a drawing of this height. On its middle line nobody is winning. */
export function bars(values: readonly (number | null)[], height: number): Bar[] {
  const half = height / 2
  return values.flatMap((value, ply): Bar[] => {
    if (value === null) return []
    const barHeight = Math.abs(relativeHeight(value)) * (half - 4)
    const side = value > 0 ? 'one' : value < 0 ? 'two' : 'none'
    return [{ ply, top: value > 0 ? half - barHeight : half, height: barHeight, side }]
  })
}

/** The ply under a pointer at x. */
export const plyAt = (x: number, width: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((x / width) * count)))
