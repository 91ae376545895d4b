/**
 * Moving a piece under the finger. It knows no rules: which pieces a choice moves is the difference between the board
 * before and after it. A choice that moves a tile is a slide: the pieces follow the finger along their way, and the
 * choice is made from half of it on. In any other choice a disc follows the finger, and is dropped on a target.
 */
import {
  SCALE,
  centre,
  extent,
  handSlot,
  type BoardChoice,
  type BoardLayout,
  type BoardTarget,
  type BoardTile,
  type Extent,
  type Held,
  type HeldPieces,
  type Point,
  type Shape,
} from './board'
import type { Picking } from './picking.svelte'

interface Way {
  key: string
  from: Held
  to: Held
}

/** A choice that dragging from a target can make, with the pieces that it moves. */
export interface Grip {
  choice: BoardChoice
  slides: boolean
  ways: readonly Way[]
}

/** How far a pointer must move to drag, in CSS pixels. Less is a tap. */
const THRESHOLD = 8
/** How much higher a dragged disc is drawn, so that it is seen above the finger. */
const LIFT = 12

/** The choices that begin at a target and end at one other, each with the pieces that it moves. */
export function gripsAt(
  id: string,
  choices: readonly BoardChoice[],
  before: BoardLayout,
  after: (move: string) => BoardLayout,
  shape: Shape,
): Grip[] {
  const { look, columns, rows } = shape
  const at = ({ cell, slot, seat }: BoardLayout['discs'][number]): Held =>
    cell === null ? handSlot(slot ?? 0, seat, shape) : { ...centre(cell, columns, rows), scale: SCALE[look] }
  const tileAt = ({ cell }: BoardTile): Held => ({ ...centre(cell, columns, rows), scale: 1 })
  return choices
    .filter(({ from }) => from === id)
    .map((choice) => {
      const then = after(choice.move)
      const tiles = before.tiles.flatMap((tile) => {
        const to = then.tiles.find(({ key }) => key === tile.key)
        if (!to || to.cell === tile.cell) return []
        return { key: `tile ${tile.key}`, from: tileAt(tile), to: tileAt(to) }
      })
      const discs = before.discs.flatMap((disc) => {
        const to = then.discs.find(({ key }) => key === disc.key)
        if (!to || to.cell === disc.cell) return []
        return { key: `disc ${disc.key}`, from: at(disc), to: at(to) }
      })
      return { choice, slides: tiles.length > 0, ways: [...tiles, ...discs] }
    })
}

/** Where the pieces are when the pointer has moved by `by`, and the choice that dropping them here makes. */
export function dragTo(
  grips: readonly Grip[],
  by: Point,
  target: string | null,
): { pieces: HeldPieces; choice: BoardChoice | null } {
  const slide = grips.find(({ slides }) => slides)
  const lift = grips.find(({ slides }) => !slides)
  if (slide) {
    const { from, to } = slide.ways[0]!
    const way = { x: to.x - from.x, y: to.y - from.y }
    const length = Math.hypot(way.x, way.y)
    const along = (by.x * way.x + by.y * way.y) / length
    const across = Math.abs(by.x * way.y - by.y * way.x) / length
    if (!lift || across <= along) {
      const share = Math.min(1, Math.max(0, along / length))
      const pieces = slide.ways.map(({ key, from, to }): [string, Held] => [
        key,
        { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y), scale: from.scale },
      ])
      return { pieces: new Map(pieces), choice: share >= 0.5 ? slide.choice : null }
    }
  }
  const { key, from, to } = lift!.ways[0]!
  const choice = grips.find(({ slides, choice }) => !slides && choice.to === target)?.choice ?? null
  const held = { x: from.x + by.x, y: from.y + by.y - LIFT, scale: to.scale * 1.08 }
  return { pieces: new Map([[key, held]]), choice }
}

/** The index of the area with this point; -1: none. */
export const areaAt = (areas: readonly Extent[], { x, y }: Point): number =>
  areas.findIndex(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  )

/** The target of the press, and the board at that moment. */
export interface Grabbed {
  id: string
  targets: readonly BoardTarget[]
  /** the areas of the targets */
  areas: readonly Extent[]
  choices: readonly BoardChoice[]
  shape: Shape
  before: BoardLayout
  after: (move: string) => BoardLayout
}

/**
 * Lets the person drag the piece at a target from this press on, and tells `picking`. `picture`: the drawing on the page.
 * The click of a drag is dropped.
 */
export function grab(press: PointerEvent, picture: Element, grabbed: Grabbed, picking: Picking): void {
  const { id, targets, areas, choices, shape, before, after } = grabbed
  const button = press.currentTarget as HTMLElement
  const drawing = extent(shape)
  const { left, top, width } = picture.getBoundingClientRect()
  const unit = drawing.width / width
  /** Where the pointer is, in the units of the drawing. */
  const point = ({ clientX, clientY }: PointerEvent): Point => ({
    x: (clientX - left) * unit + drawing.left,
    y: (clientY - top) * unit + drawing.top,
  })
  const start = point(press)
  const listening = new AbortController()
  /** null: the pointer has not moved far enough for a drag */
  let grips: Grip[] | null = null
  let over: string | null = null
  let chosen: BoardChoice | null = null

  function move(event: PointerEvent) {
    if (event.pointerId !== press.pointerId) return
    const at = point(event)
    const by = { x: at.x - start.x, y: at.y - start.y }
    if (!grips && Math.hypot(by.x, by.y) < THRESHOLD * unit) return
    if (!grips) {
      button.setPointerCapture(event.pointerId)
      grips = gripsAt(id, choices, before, after, shape)
      picking.take(id, choices)
    }
    over = targets[areaAt(areas, at)]?.id ?? null
    const { pieces, choice } = dragTo(grips, by, over)
    chosen = choice
    picking.hold(pieces, choices)
  }
  function end(event: PointerEvent) {
    if (event.pointerId !== press.pointerId) return
    listening.abort()
    if (!grips) return
    const drop = (click: Event) => click.stopPropagation()
    addEventListener('click', drop, { capture: true })
    setTimeout(() => removeEventListener('click', drop, { capture: true }))
    const dropped = event.type === 'pointerup'
    picking.hold(null, choices)
    if (!dropped || chosen || over !== id) picking.drop(dropped ? (chosen?.to ?? over) : null, choices)
  }
  const { signal } = listening
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', end, { signal })
}
