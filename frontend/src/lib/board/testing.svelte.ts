/** Draws boards in a real browser for tests. Animations stand still, and tests set their time. */
/* eslint svelte/prefer-svelte-reactivity: off -- no component reacts to these sets */
import { flushSync, mount, unmount, type ComponentProps } from 'svelte'
import { afterEach } from 'vitest'
import { cdp } from 'vitest/browser'
import '../../tokens.css'
import '../../base.css'
import type {
  BoardChoice,
  BoardDisc,
  BoardInteraction,
  BoardMarks,
  BoardPosition,
  BoardTarget,
  BoardText,
  Shape,
} from './board'
import Board from './Board.svelte'
import { grab } from './drag'
import Slab from './Slab.svelte'
import TileLine from './TileLine.svelte'
import TileNumbers from './TileNumbers.svelte'
import Tray from './Tray.svelte'

type Props = Pick<ComponentProps<typeof Board>, 'parts'> &
  Partial<Shape & BoardPosition & BoardMarks & BoardInteraction>

export const COLUMNS = 7
export const parts = { Tray, Slab, TileNumbers, TileLine, grab }
const words: BoardText = {
  label: 'Board',
  summary: '',
  cell: () => '',
}

/** The discs after these columns, counted from 0. They fall, except the first `settled` ones. */
export function dropped(columns: number[], settled = 0): BoardDisc[] {
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
export const markOf = (discs: BoardDisc[]) => ({ cell: discs.at(-1)!.cell!, source: null })

export const targets = Array.from({ length: COLUMNS }, (_, i): BoardTarget => ({
  id: `${i}`,
  label: () => `Column ${i + 1}`,
  place: { column: i },
  keys: [`${i + 1}`],
}))
export const choices = (full: number[] = []): BoardChoice[] =>
  targets.flatMap(({ id, label }, i) =>
    full.includes(i) ? [] : [{ move: id, from: null, to: id, either: false, lands: i, label }],
  )
export const me = { seat: 1, colour: 'red' } as const

let end = () => {}
/** Removes the board. */
export const clear = () => end()
afterEach(() => end())

/** Draws a board. The returned function changes some of its props. */
export function draw(first: Props): (change: Props) => void {
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

export const isEndless = (animation: Animation) => animation.effect!.getComputedTiming().endTime === Infinity

/** All animations since the last change. The browser forgets those that are over, but tests go back in time. */
const known = new Set<Animation>()

/** Shows all animations as they are after some milliseconds. */
export function showAt(ms: number): void {
  for (const animation of document.getAnimations()) known.add(animation)
  for (const animation of known) {
    if (!(animation.effect as KeyframeEffect).target?.isConnected) continue
    animation.pause()
    animation.currentTime = ms
  }
}
export const FRAMES = Array.from({ length: 80 }, (_, i) => i * 16)
export const one = (selector: string) => document.querySelector<SVGElement>(selector)!
export const all = (selector: string) => [...document.querySelectorAll<SVGElement>(selector)]
export const centreOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
/** The opacity of an element, with that of the elements around it. */
export function opacity(element: Element): number {
  let product = getComputedStyle(element).visibility === 'hidden' ? 0 : 1
  for (let at: Element | null = element; at; at = at.parentElement)
    product *= Number(getComputedStyle(at).opacity)
  return product
}
/** The properties that animations change. The browser can change opacity and transform without drawing the board again. */
export function animated(): Set<string> {
  const own = ['offset', 'computedOffset', 'easing', 'composite']
  const frames = [...known].flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
  return new Set(frames.flatMap(Object.keys).filter((name) => !own.includes(name)))
}
export const reducedMotion = (value: 'reduce' | '') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
