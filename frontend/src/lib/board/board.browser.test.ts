/** The board in a real browser: marks, the disc that waits, and targets. */
import { flushSync } from 'svelte'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fallMs } from './board'
import {
  all,
  centreOf,
  choices,
  COLUMNS,
  draw,
  dropped,
  FRAMES,
  isEndless,
  markOf,
  me,
  one,
  opacity,
  parts,
  showAt,
  targets,
} from './testing.svelte'

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
        if (opacity(one('path.shaft')) > 0)
          expect(ms).toBeGreaterThan(slide.effect!.getTiming().duration as number)
      }
      expect(opacity(one('path.shaft'))).toBe(1)
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

describe('the ring of advice', () => {
  it('ends with a whole gap', () => {
    draw({ hint: { cell: 3, source: null } })
    const ring = one('circle.hint:not(.edge)')
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
