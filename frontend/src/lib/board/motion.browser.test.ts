/** Moves and wins in a real browser: how they look over time. */
import { describe, expect, it } from 'vitest'
import { WIN_MS, fallMs } from './board'
import {
  all,
  animated,
  centreOf,
  choices,
  clear,
  COLUMNS,
  draw,
  dropped,
  FRAMES,
  markOf,
  me,
  one,
  opacity,
  reducedMotion,
  showAt,
  targets,
} from './testing.svelte'

/** The animations that a person can see. */
const moving = () =>
  document
    .getAnimations()
    .filter((animation) => (animation.effect!.getComputedTiming().endTime as number) > 1)

describe('a falling disc', () => {
  const fall = () => {
    showAt(0)
    return all('.falls')[0]!.getAnimations()[0]!
  }
  /** The heights of the disc over its cell during its fall, as parts of the whole fall. */
  function heights(): number[] {
    const { duration } = fall().effect!.getTiming()
    const at = (share: number) => {
      showAt(share * (duration as number))
      return centreOf(one('.falls')).y
    }
    const [top, bottom] = [at(0), at(1)]
    return Array.from({ length: 201 }, (_, i) => (bottom - at(i / 200)) / (bottom - top))
  }

  it('takes 430 to 500 ms over six rows; the time grows with the square root of the distance', () => {
    for (const height of [5, 2, 0]) {
      const discs = [{ ...dropped([3])[0]!, cell: height * COLUMNS }]
      draw({ discs })
      expect(fall().effect!.getTiming().duration).toBeCloseTo(fallMs(6 - height), 3)
      clear()
    }
    expect(fallMs(6)).toBeGreaterThanOrEqual(430)
    expect(fallMs(6)).toBeLessThanOrEqual(500)
    expect(fallMs(4)).toBe(2 * fallMs(1))
  })

  it('is accelerated evenly, and bounces twice, a little', () => {
    draw({ discs: dropped([3]) })
    const over = heights()
    const impact = over.findIndex((height) => height < 0.01)
    expect(over[Math.round(impact / 2)]).toBeCloseTo(3 / 4, 1)
    const peaks = over.filter(
      (height, i) => i > impact && height > over[i - 1]! + 1e-6 && height >= (over[i + 1] ?? 1),
    )
    expect(peaks).toHaveLength(2)
    expect(peaks[0]).toBeLessThan(0.05)
    expect(peaks[1]).toBeLessThan(peaks[0]!)
    expect(animated()).toEqual(new Set(['transform']))
  })

  it('looks unconfirmed only if there is no answer for 200 ms', () => {
    draw({ discs: dropped([3]).map((disc) => ({ ...disc, pending: true })) })
    for (const ms of [0, 100, 199]) {
      showAt(ms)
      expect(opacity(one('.piece'))).toBe(1)
    }
    showAt(1000)
    expect(opacity(one('.piece'))).toBe(0.75)
  })

  it('looks round in its hole: the edge of the hole hides at most 5 % of it', () => {
    draw({})
    const depth = one('path.depth') as unknown as SVGPathElement
    const covers = (below: number) => depth.isPointInFill(new DOMPoint(50, 50 - 41 + below * 82))
    expect(covers(0.01)).toBe(true)
    expect(covers(0.05)).toBe(false)
  })

  it('does not move if the person prefers reduced motion', async () => {
    await reducedMotion('reduce')
    const discs = dropped([3])
    draw({ discs, last: markOf(discs), lane: true, player: me, choices: choices(), targets })
    expect(moving()).toEqual([])
    await reducedMotion('')
  })
})

describe('a win', () => {
  const discs = dropped([0, 0, 1, 1, 2, 2, 3], 6)
  const win = { cells: [0, 1, 2, 3], align: 4, sparkles: true }
  const rings = () => all('circle.won')

  it('lights one disc after another, then draws the line and dims the rest, after the disc has landed', async () => {
    draw({ discs, last: markOf(discs), win })
    await expect.poll(rings).toHaveLength(4)
    const lit = FRAMES.map((ms) => {
      showAt(ms)
      return { ms, lit: rings().filter((ring) => opacity(ring) > 0).length, dim: opacity(one('.veil')) }
    })
    expect(lit.filter(({ ms }) => ms <= fallMs(6)).every(({ lit }) => lit === 0)).toBe(true)
    expect(new Set(lit.map(({ lit }) => lit))).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(lit.filter(({ dim }) => dim > 0).every(({ lit }) => lit === 4)).toBe(true)
    expect(all('.line')).toHaveLength(1)
    expect(all('.sparkle')).toHaveLength(4)
    for (const animation of document.getAnimations())
      expect(animation.effect!.getComputedTiming().endTime).toBeLessThanOrEqual(fallMs(6) + WIN_MS)
    expect(animated()).toEqual(new Set(['opacity', 'transform']))
  })

  it('has no sparkles for the person who lost', async () => {
    draw({ discs, win: { ...win, sparkles: false } })
    await expect.poll(rings).toHaveLength(4)
    expect(all('.sparkle')).toEqual([])
  })

  it('is there at once if the person prefers reduced motion', async () => {
    await reducedMotion('reduce')
    draw({ discs, win })
    await expect.poll(rings).toHaveLength(4)
    expect(rings().map(opacity)).toEqual([1, 1, 1, 1])
    expect(moving()).toEqual([])
    await reducedMotion('')
  })
})
