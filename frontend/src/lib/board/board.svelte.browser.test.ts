/** The board in a real browser: layout, marks, animations and targets. Animations stand still, and tests set their time. */
import { flushSync, mount, unmount, type ComponentProps } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import '../../tokens.css'
import {
  WIN_MS,
  fallMs,
  type BoardChoice,
  type BoardDisc,
  type BoardInteraction,
  type BoardMarks,
  type BoardPosition,
  type BoardTarget,
  type BoardText,
  type Shape,
} from './board'
import Board from './Board.svelte'
import { grab } from './drag'
import Slab from './Slab.svelte'
import TileLine from './TileLine.svelte'
import TileNumbers from './TileNumbers.svelte'
import Tray from './Tray.svelte'

type Props = Pick<ComponentProps<typeof Board>, 'parts'> &
  Partial<Shape & BoardPosition & BoardMarks & BoardInteraction>

const COLUMNS = 7
const parts = { Tray, Slab, TileNumbers, TileLine, grab }
const words: BoardText = {
  label: 'Board',
  summary: '',
  cells: 'Cells',
  cell: () => '',
  last: 'last move',
  won: 'winning line',
  playable: 'can be played',
  left: 'Left',
  right: 'Right',
}

/** The discs after these columns, counted from 0. They fall, except the first `settled` ones. */
function dropped(columns: number[], settled = 0): BoardDisc[] {
  const heights = new Array<number>(COLUMNS).fill(0)
  return columns.map((column, key) => ({
    key,
    cell: heights[column]!++ * COLUMNS + column,
    seat: key % 2 === 0 ? 1 : 2,
    colour: key % 2 === 0 ? 'red' : 'yellow',
    falls: key >= settled,
    pending: false,
  }))
}
const markOf = (discs: BoardDisc[]) => ({ cell: discs.at(-1)!.cell!, source: null })

const targets = Array.from({ length: COLUMNS }, (_, i): BoardTarget => ({
  id: `${i}`,
  label: `Column ${i + 1}`,
  place: { column: i },
  keys: [`${i + 1}`],
}))
const choices = (full: number[] = []): BoardChoice[] =>
  targets.flatMap(({ id, label }, i) =>
    full.includes(i) ? [] : [{ move: id, from: null, to: id, either: false, lands: i, label }],
  )
const me = { seat: 1, colour: 'red' } as const

let end = () => {}
afterEach(() => end())

/** Draws a board. The returned function changes some of its props. */
function draw(first: Props): (change: Props) => void {
  document.body.style.cssText = 'margin: 0; width: 400px'
  const now: Props = $state({ ...first })
  const board = mount(Board, {
    target: document.body,
    props: {
      words,
      parts: first.parts,
      get shape() {
        return { look: 'plate' as const, columns: COLUMNS, rows: 6, lane: false, ...now }
      },
      get position() {
        return { discs: [], ...now }
      },
      get marks() {
        return now
      },
      get interaction() {
        return now
      },
    },
  })
  end = () => {
    void unmount(board)
    known.clear()
    end = () => {}
  }
  flushSync()
  return (change) => {
    for (const animation of document.getAnimations()) if (!isEndless(animation)) animation.finish()
    known.clear()
    Object.assign(now, change)
    flushSync()
  }
}

const isEndless = (animation: Animation) => animation.effect!.getComputedTiming().endTime === Infinity

/** All animations since the last change. The browser forgets those that are over, but tests go back in time. */
const known = new Set<Animation>()

/** Shows all animations as they are after some milliseconds. */
function showAt(ms: number): void {
  for (const animation of document.getAnimations()) known.add(animation)
  for (const animation of known) {
    if (!(animation.effect as KeyframeEffect).target?.isConnected) continue
    animation.pause()
    animation.currentTime = ms
  }
}
const FRAMES = Array.from({ length: 80 }, (_, i) => i * 16)
const one = (selector: string) => document.querySelector<SVGElement>(selector)!
const all = (selector: string) => [...document.querySelectorAll<SVGElement>(selector)]
const centreOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
/** The opacity of an element, with that of the elements around it. */
function opacity(element: Element): number {
  let product = getComputedStyle(element).visibility === 'hidden' ? 0 : 1
  for (let at: Element | null = element; at; at = at.parentElement)
    product *= Number(getComputedStyle(at).opacity)
  return product
}
/** The properties that animations change. The browser can change opacity and transform without drawing the board again. */
function animated(): Set<string> {
  const own = ['offset', 'computedOffset', 'easing', 'composite']
  const frames = [...known].flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
  return new Set(frames.flatMap(Object.keys).filter((name) => !own.includes(name)))
}
const reducedMotion = (value: 'reduce' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })

describe('the mark of the last turn', () => {
  it('appears when its disc lies in its cell, in every turn', () => {
    const columns = [3, 3, 0, 6]
    const change = draw({ discs: dropped([]) })
    for (let n = 1; n <= columns.length; n++) {
      const discs = dropped(columns.slice(0, n))
      change({ discs, last: markOf(discs) })
      showAt(10_000)
      const lies = centreOf(all('.piece').at(-1)!).y
      for (const ms of FRAMES) {
        showAt(ms)
        const { y } = centreOf(all('.piece').at(-1)!)
        if (opacity(one('circle.last')) > 0) expect(y, `turn ${n}, ${ms} ms`).toBeCloseTo(lies, 1)
      }
      expect(opacity(one('circle.last'))).toBe(1)
    }
  })

  it('is an arrow that appears when its tile has slid, in every turn', () => {
    const tiles = (hole: number) =>
      [...Array(9).keys()].filter((key) => key !== 4).map((key) => ({ key, cell: key === hole ? 4 : key }))
    const board = { look: 'tiles', parts, columns: 3, rows: 3 } as const
    const change = draw({ ...board, tiles: tiles(4) })
    for (const cell of [1, 3]) {
      change({ tiles: tiles(cell), last: { cell: 4, source: { cell } } })
      // A transition begins when styles are computed.
      document.body.getBoundingClientRect()
      const slide = document.getAnimations().find((animation) => animation instanceof CSSTransition)!
      for (const ms of FRAMES) {
        showAt(ms)
        if (opacity(one('path.arrow')) > 0)
          expect(ms).toBeGreaterThan(slide.effect!.getTiming().duration as number)
      }
      expect(opacity(one('path.arrow'))).toBe(1)
    }
  })

  it('lies in the middle of a disc on a tile', () => {
    const discs = [{ ...dropped([4])[0]!, cell: 4, falls: false }]
    draw({
      look: 'tiles',
      parts,
      columns: 3,
      rows: 3,
      discs,
      last: markOf(discs),
      instant: true,
    })
    expect(centreOf(one('circle.last')).y).toBeCloseTo(centreOf(one('.piece .body')).y, 1)
  })
})

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
      end()
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
    expect(
      document
        .getAnimations()
        .filter((animation) => (animation.effect!.getComputedTiming().endTime as number) > 1),
    ).toEqual([])
    await reducedMotion('')
  })
})

describe('the disc that can be dropped', () => {
  const over = (column: number) => {
    const { x } = centreOf(one('.waiting'))
    return Math.abs(x - centreOf(all('.board > button')[column]!).x) < 5
  }

  it('waits in the lane over the middle, then over the column that was aimed at last', () => {
    const turn = { player: me, choices: choices() }
    const change = draw({ lane: true, targets, ...turn })
    showAt(0)
    document.documentElement.style.setProperty('--quick', '0s')
    expect(over(3)).toBe(true)
    expect(one('.waiting .idle').getAnimations().some(isEndless), 'it bobs').toBe(true)

    const second = all('.board > button')[1]!
    second.dispatchEvent(new PointerEvent('pointerenter'))
    flushSync()
    expect(over(1)).toBe(true)
    expect(one('.waiting .idle'), 'it stays still under the pointer').toBeNull()
    change({ player: null })
    expect(one('.waiting')).toBeNull()
    second.dispatchEvent(new PointerEvent('pointerleave'))
    change(turn)
    expect(over(1)).toBe(true)
    change({ player: me, choices: choices([1]) })
    expect(over(3), 'the column is full').toBe(true)
    document.documentElement.style.removeProperty('--quick')
  })

  it('appears when the disc of the other player lies still', () => {
    const change = draw({ lane: true, targets })
    const discs = dropped([3])
    change({ player: me, choices: choices(), discs, last: markOf(discs) })
    for (const ms of FRAMES) {
      showAt(ms)
      expect(opacity(one('.waiting .body')) > 0).toBe(ms > fallMs(6.2))
    }
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
    expect(document.getAnimations()).toEqual([])
    await reducedMotion('')
  })
})

describe('the ring of advice', () => {
  it('ends with a whole gap', () => {
    draw({ hint: { cell: 3, source: null } })
    const ring = one('circle.hint:not(.casing)')
    const dash = getComputedStyle(ring)
      .strokeDasharray.match(/[\d.]+/g)!
      .map(Number)
    const period = dash.reduce((sum, length) => sum + length)
    const dots = Number(ring.getAttribute('pathLength')) / period
    expect(dots).toBeGreaterThan(10)
    expect(dots).toBeCloseTo(Math.round(dots), 6)
  })
})

describe('the targets', () => {
  it('cover their columns, from the lane to the foot', () => {
    draw({ lane: true, targets, player: me, choices: choices() })
    const { height } = document.querySelector('.board')!.getBoundingClientRect()
    for (let column = 0; column < COLUMNS; column++)
      for (const y of [2, height / 2, height - 40])
        expect(document.elementFromPoint(22 + 54 * column + 20, y)?.getAttribute('aria-label')).toContain(
          `Column ${column + 1}`,
        )
  })

  it('are one stop of the tab key; arrow keys move between them', async () => {
    const chosen: string[] = []
    draw({ targets, player: me, choices: choices([2]), onchoose: (move) => chosen.push(move) })
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.getAttribute('aria-label')).toContain('Column 4')
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Enter}{ArrowLeft}{Enter}')
    expect(chosen).toEqual(['1'])
    expect([...document.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })
})
