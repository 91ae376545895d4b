/** The board in a real browser: marks, the disc that waits, and targets. */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fallMs, type BoardDisc } from './board'
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
import StepButtons from '../ui/StepButtons.svelte'

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
  it('ends with a whole gap', async () => {
    draw({ hint: { cell: 3, source: null } })
    await expect.poll(() => all('circle.hint').length).toBe(2)
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

describe('one gesture', () => {
  /** Draws a board on which each choice makes a new position, in which the next player chooses. */
  function drawTurns() {
    const chosen: string[] = []
    let seat: 1 | 2 = 1
    const answer = () => change({ player: { ...me, seat: (seat = seat === 1 ? 2 : 1) }, choices: choices() })
    const change = draw({
      targets,
      player: me,
      choices: choices(),
      onchoose(move) {
        chosen.push(move)
        answer()
      },
    })
    const at = (column: number) => all('.board > button')[column] as unknown as HTMLElement
    const confirm = () => change({ choices: choices() })
    return { chosen, answer, confirm, at }
  }
  type Turns = ReturnType<typeof drawTurns>

  const common = { bubbles: true, cancelable: true, isPrimary: true }
  const press = (target: Element, pointerType: string, clientX = 200) =>
    target.dispatchEvent(new PointerEvent('pointerdown', { ...common, pointerType, clientX }))
  const click = (target: Element, detail: number) =>
    target.dispatchEvent(new PointerEvent('click', { ...common, detail }))
  const key = (target: Element, type: 'keydown' | 'keyup', key: string, repeat = false) =>
    target.dispatchEvent(new KeyboardEvent(type, { ...common, key, repeat }))
  /** Lets the clock of the browser, which is coarse, go on. */
  const later = () => {
    for (const from = performance.now(); performance.now() <= from;);
  }
  /** Clicks as the browser counts them: 1, 2, 3. */
  const clicks =
    (pointerType: string, details: number[], distance = 0) =>
    (turns: Turns) => {
      for (const [i, detail] of details.entries()) {
        press(turns.at(3), pointerType, 200 + i * distance)
        click(turns.at(3), detail)
      }
    }
  const pressedBefore = (pointerType: string) => (turns: Turns) => {
    press(turns.at(3), pointerType)
    later()
    turns.answer()
    click(turns.at(3), 1)
  }
  const cell = () => one('[role=gridcell]')

  // The next test has another gesture.
  afterEach(async () => {
    await new Promise((done) => setTimeout(done))
    press(document.body, 'touch', -1000)
    click(document.body, 1)
  })

  it.each<[string, string, (turns: Turns) => void]>([
    ['a click', '3', clicks('mouse', [1])],
    ['a double click', '3', clicks('mouse', [1, 2])],
    ['a triple click', '3', clicks('mouse', [1, 2, 3])],
    ['two clicks of two people', '3 3', clicks('mouse', [1, 1])],
    ['a double tap that the browser counts', '3', clicks('touch', [1, 2])],
    ['a double tap on a phone', '3', clicks('touch', [1, 1], 5)],
    [
      'four taps, of which Chromium counts the last as the first of others',
      '3',
      clicks('touch', [1, 2, 3, 1]),
    ],
    ['a double tap with a pen', '3', clicks('pen', [1, 1])],
    [
      'taps of two people on columns side by side',
      '3 4',
      ({ at }) => {
        press(at(3), 'touch', 200)
        click(at(3), 1)
        press(at(4), 'touch', 254)
        click(at(4), 1)
      },
    ],
    ['a click that began before the position changed', '', pressedBefore('mouse')],
    ['such a tap', '', pressedBefore('touch')],
    [
      'a click that began before the hub confirmed the position',
      '3',
      ({ at, confirm }) => {
        press(at(3), 'mouse')
        later()
        confirm()
        click(at(3), 1)
      },
    ],
    ['such a tap with a pen', '', pressedBefore('pen')],
    [
      'Enter, held on a button',
      '3',
      ({ at }) => {
        for (const repeat of [false, true, true]) {
          key(at(3), 'keydown', 'Enter', repeat)
          click(at(3), 0)
        }
      },
    ],
    [
      'Enter, pressed twice',
      '3 3',
      ({ at }) => {
        for (let i = 0; i < 2; i++) {
          key(at(3), 'keydown', 'Enter')
          click(at(3), 0)
          key(at(3), 'keyup', 'Enter')
        }
      },
    ],
    [
      'Space, held for long',
      '3',
      ({ at }) => {
        for (const repeat of [false, true, true]) key(at(3), 'keydown', ' ', repeat)
        key(at(3), 'keyup', ' ')
        click(at(3), 0)
      },
    ],
    [
      'Space, pressed before the position changed',
      '',
      ({ at, answer }) => {
        key(at(3), 'keydown', ' ')
        later()
        answer()
        key(at(3), 'keyup', ' ')
        click(at(3), 0)
      },
    ],
    ['a click without a press, as of a screen reader', '3', ({ at }) => click(at(3), 0)],
    [
      'Enter, held on a cell',
      '0',
      () => {
        for (const repeat of [false, true]) key(cell(), 'keydown', 'Enter', repeat)
      },
    ],
  ])('%s', async (_, moves, act) => {
    const turns = drawTurns()
    await expect.poll(cell).not.toBeNull()
    act(turns)
    expect(turns.chosen.join(' ')).toBe(moves)
  })

  it.each([
    [false, ['4-5']],
    [true, []],
  ])('a drag, and the position has changed: %s', (changes, moves) => {
    const chosen: string[] = []
    const disc = { key: 1, cell: 4, seat: 1, colour: 'red', falls: false, pending: false } as BoardDisc
    const move = { move: '4-5', from: '4', to: '5', either: false, lands: 5, label: () => '' }
    const change = draw({
      look: 'tiles',
      parts,
      columns: 3,
      rows: 3,
      discs: [disc],
      targets: Array.from({ length: 9 }, (_, cell) => ({
        id: `${cell}`,
        label: () => '',
        place: { cell },
        keys: [],
      })),
      choices: [move],
      player: me,
      after: () => ({ discs: [{ ...disc, cell: 5 }], tiles: [] }),
      onchoose: (made) => chosen.push(made),
    })
    const button = all('.board > button')[4] as unknown as HTMLElement
    button.setPointerCapture = () => {}
    const { x, y } = centreOf(button)
    const pointer = (type: string, by: number) =>
      button.dispatchEvent(new PointerEvent(type, { ...common, clientX: x + by, clientY: y }))
    pointer('pointerdown', 0)
    pointer('pointermove', 20)
    if (changes) change({ choices: [{ ...move, move: '5', from: null }] })
    pointer('pointermove', button.clientWidth)
    pointer('pointerup', button.clientWidth)
    expect(chosen).toEqual(moves)
  })

  it('steps as fast as one clicks, on the same button', () => {
    const steps: number[] = []
    const target = document.body.appendChild(document.createElement('div'))
    const drawn = mount(StepButtons, {
      target,
      props: { steps: { at: 3, count: 9, step: (to) => steps.push(to) } },
    })
    flushSync()
    const [first, , on] = target.querySelectorAll('button')
    // The first button appeared where another one was clicked.
    click(first!, 2)
    for (const detail of [1, 2, 3]) click(on!, detail)
    expect(steps).toEqual([4, 4, 4])
    void unmount(drawn)
    target.remove()
  })
})
