/** The inputs of the board component and the geometry of its drawing. It knows no game and no network. */
import type { Colour } from '../protocol/entries'

/** `plate`: discs fall behind it; `tray`: a tray with wells; `tiles`: a tray of sliding tiles with a hole. */
export type BoardLook = 'plate' | 'tray' | 'tiles'

/** A place on the board. Cells are counted row * columns + column, from the bottom left, from 0. */
export type BoardPlace = { column: number } | { cell: number } | { hand: 1 | 2 }

export interface BoardDisc {
  /** stays the same wherever the disc goes */
  key: number
  /** null: in its owner's hand */
  cell: number | null
  /** its position in the hand, from 0 */
  slot?: number
  seat: 1 | 2
  colour: Colour
  /** whether it falls from above when it is first drawn */
  falls: boolean
  /** not confirmed yet: drawn fainter */
  pending: boolean
}

export interface BoardTile {
  key: number
  cell: number
}

/** A place that can be tapped. */
export interface BoardTarget {
  id: string
  /** for screen readers */
  label: () => string
  place: BoardPlace
  /** keys that tap it, as KeyboardEvent.key has them */
  keys: readonly string[]
  /** the text that tells what to tap next, once it was tapped first */
  next?: (() => string) | undefined
}

/** A possible choice: by tapping one target, two, or three. */
export interface BoardChoice {
  move: string
  /** the target to tap first, or the first two with a space between them; null: tapping `to` is enough */
  from: string | null
  to: string
  /** whether `to` may also be tapped first */
  either: boolean
  /** whether tapping only `to` is enough: once if no other choice can begin there, else twice */
  alone?: boolean | undefined
  /** the cell in which a piece comes to rest */
  lands: number
  /** what two taps or more choose, for screen readers */
  label: () => string
}

/** A choice that looks possible but is not. */
export interface BoardLock {
  /** the cell in which a lock is drawn, and whose target tells the reason in its name; null: neither */
  cell: number | null
  /** one or two entries; tapping all of them shows the reason. The first of two may be two targets, joined by a space */
  spots: readonly string[]
  reason: () => string
}

/** A label of a choice, drawn over its places. */
export interface BoardLabel {
  move: string
  /** a few characters */
  text: string
  /** one character, for small cells */
  sign: string
  /** filled if the value is certain, hollow (`open`) if it is not */
  tone: 'good' | 'even' | 'bad' | 'open'
  /** marked with a star */
  best: boolean
  /** if several choices begin at one place, the label with the highest rank is shown */
  rank: number
  /** for screen readers */
  words: string
}

/** A move to mark: the cell where it ends, and where it started, if that is to be drawn. */
export interface BoardMark {
  cell: number
  source: BoardPlace | null
  /** a place on the way */
  via?: BoardPlace | undefined
}

/** A win to celebrate. */
export interface BoardWin {
  /** the cells of all winning lines */
  cells: readonly number[]
  /** how many cells make a line */
  align: number
  /** whether the celebration is a cheerful one: not for the person who lost */
  sparkles: boolean
}

/** What the board says of its content. */
export interface BoardText {
  label: string
  /** what the grid of cells leaves out, such as discs in hand */
  summary: string
  /** where a cell is, and what is on it */
  cell(cell: number): string
}

/** Where the pieces are. */
export interface BoardLayout {
  discs: readonly Pick<BoardDisc, 'key' | 'cell' | 'slot' | 'seat'>[]
  tiles: readonly BoardTile[]
}

/** What lies on the board. */
export interface BoardPosition {
  discs: readonly BoardDisc[]
  tiles?: readonly BoardTile[]
  /** whether the pieces are drawn without animation */
  instant?: boolean
}

/** What is drawn over the pieces, or written below them. */
export interface BoardMarks {
  /** the last turn */
  last?: BoardMark | null
  win?: BoardWin | null
  /** the choice to recommend */
  hint?: BoardMark | null
  /** labels of choices; null: none */
  labels?: readonly BoardLabel[] | null
  /** the places of labels, if they are not targets */
  spots?: readonly { id: string; place: BoardPlace }[]
  /** the line under a board with hands, unless there is something more urgent to show */
  note?: string
}

/** What can be tapped. */
export interface BoardInteraction {
  targets?: readonly BoardTarget[]
  /** the possible choices; a new array means a new position, and resets what was tapped */
  choices?: readonly BoardChoice[]
  locks?: readonly BoardLock[]
  /** the player who may choose now; null: nothing can be chosen */
  player?: Pick<BoardDisc, 'seat' | 'colour'> | null
  /** where the pieces are after a choice; undefined: they cannot be dragged */
  after?: (move: string) => BoardLayout
  onchoose?: ((move: string) => void) | undefined
}

/** Lengths of the drawing, in its own units. */
export const CELL = 100
export const FRAME = 22
export const FOOT = 30
export const HOLE = 41
export const DISC = 43.5
/** the height of the strip for the discs in hand, and of the line of text under the lower strip */
export const STRIP = 78
export const LINE = 50
/** half the side of a tile; the rest of its cell is a gap */
export const TILE = 47

/** The scale at which a disc is drawn. */
export const SCALE: Record<BoardLook, number> = { plate: 1, tray: 0.9, tiles: 0.8 }
/** The scale of a disc in hand, and the distance between two of them. */
const HAND_SCALE = 0.6
const SLOT_WIDTH = 68

/** How long a disc falls and bounces, in milliseconds. As in physics, it grows with the square root of the distance. */
export const fallMs = (cells: number): number => 190 * Math.sqrt(cells)
/** The part of a fall after which the disc touches the disc below it for the first time. Two small bounces follow. */
export const IMPACT = 0.662
/** How long the board celebrates a line, in milliseconds, from the moment when the last piece lies still. */
export const WIN_MS = 1400

export interface Shape {
  look: BoardLook
  columns: number
  rows: number
  /** whether there is a lane above the board for the disc that follows the pointer */
  lane: boolean
  /** the seat whose hand is drawn below the board; left out: seat 1 */
  below?: 1 | 2 | undefined
}

/** The shape of a board. Only a plate has a lane. */
export const shapeOf = (
  { look, columns, rows }: Pick<Shape, 'look' | 'columns' | 'rows'>,
  lane = false,
  below?: 1 | 2,
): Shape => ({ look, columns, rows, lane: lane && look === 'plate', below })

export interface Extent {
  left: number
  top: number
  width: number
  height: number
}

/** The extent of the whole drawing. The top left cell begins at 0,0. */
export function extent({ look, columns, rows, lane }: Shape): Extent {
  const above = look === 'tiles' ? STRIP : lane ? CELL : 0
  const below = look === 'tiles' ? STRIP + LINE : 0
  const top = -FRAME - above
  return {
    left: -FRAME,
    top,
    width: columns * CELL + 2 * FRAME,
    height: rows * CELL + FOOT + below - top,
  }
}

/** The aspect ratio (width / height) of the drawing. */
export function ratio(shape: Shape): number {
  const { width, height } = extent(shape)
  return width / height
}

export interface Point {
  x: number
  y: number
}

/** Where a piece is drawn while it is dragged. */
export interface Held extends Point {
  scale: number
}

/** The dragged pieces, by `tile KEY` and `disc KEY`. */
export type HeldPieces = ReadonlyMap<string, Held>

/** The centre of a cell. */
export function centre(cell: number, columns: number, rows: number): Point {
  return {
    x: ((cell % columns) + 0.5) * CELL,
    y: (rows - Math.floor(cell / columns) - 0.5) * CELL,
  }
}

/** The centre of a disc on a cell. On a tile it lies in a dish, a little above the centre of the cell. */
export function discCentre(cell: number, { look, columns, rows }: Shape): Point {
  const { x, y } = centre(cell, columns, rows)
  return { x, y: look === 'tiles' ? y - 2 : y }
}

/** How far a disc falls to a cell of a plate, in cells: from the lane, or from behind the upper edge. */
export const fallHeight = (cell: number, { columns, rows, lane }: Shape): number =>
  rows - Math.floor(cell / columns) + (lane ? 0.2 : 0)

/** When the piece of the last turn lies still, as a CSS time. */
export function landedAt(discs: readonly BoardDisc[], shape: Shape, instant: boolean): string {
  if (instant) return '0ms'
  if (shape.look !== 'plate') return shape.look === 'tiles' ? 'var(--glide)' : 'var(--quick)'
  const disc = discs.at(-1)
  return disc?.falls && disc.cell !== null ? `${fallMs(fallHeight(disc.cell, shape))}ms` : '0ms'
}

/** The centre of the strip for a hand, which is below or above the board. */
export function handCentre(hand: 1 | 2, shape: Pick<Shape, 'columns' | 'rows' | 'below'>): Point {
  const { columns, rows, below = 1 } = shape
  return {
    x: (columns * CELL) / 2,
    y: hand === below ? rows * CELL + FOOT + STRIP / 2 : -FRAME - STRIP / 2,
  }
}

/** The centre of a cell or of a hand; nothing is drawn at that of a column. */
export function placeCentre(place: BoardPlace, shape: Pick<Shape, 'columns' | 'rows' | 'below'>): Point {
  if ('hand' in place) return handCentre(place.hand, shape)
  return 'cell' in place ? centre(place.cell, shape.columns, shape.rows) : { x: 0, y: 0 }
}

/** The position and scale of a disc in hand. */
export function handSlot(slot: number, hand: 1 | 2, shape: Shape): Point & { scale: number } {
  const { x, y } = handCentre(hand, shape)
  return { x: x + (slot - 1) * SLOT_WIDTH, y, scale: HAND_SCALE }
}

/** Where an area is, as the style of an element that lies over the drawing. */
export function overlay({ left, top, width, height }: Extent, drawing: Extent): string {
  const [x, y] = [100 / drawing.width, 100 / drawing.height]
  const at = `left:${(left - drawing.left) * x}%;top:${(top - drawing.top) * y}%`
  return `${at};width:${width * x}%;height:${height * y}%`
}

/** The touch area of a place. */
export function area(place: BoardPlace, shape: Shape): Extent {
  const { columns, rows } = shape
  if ('column' in place) {
    const drawing = extent(shape)
    const left = place.column === 0 ? drawing.left : place.column * CELL
    const right = place.column === columns - 1 ? columns * CELL + FRAME : (place.column + 1) * CELL
    return { left, top: drawing.top, width: right - left, height: rows * CELL - drawing.top }
  }
  if ('hand' in place) {
    const { x, y } = handCentre(place.hand, shape)
    return { left: x - 1.65 * SLOT_WIDTH, top: y - STRIP / 2 + 4, width: 3.3 * SLOT_WIDTH, height: STRIP - 8 }
  }
  const { x, y } = centre(place.cell, columns, rows)
  return { left: x - CELL / 2, top: y - CELL / 2, width: CELL, height: CELL }
}

/**
 * The path of a board's rounded outline with a round hole at each of these cells, for fill-rule evenodd. `sink`: how far
 * down the outline lies, `sinkHoles`: how far down the holes lie.
 */
export function outline(
  shape: Pick<Shape, 'look' | 'columns' | 'rows'>,
  cells: readonly number[],
  radius: number,
  sink = 0,
  sinkHoles = 0,
): string {
  const { columns, rows } = shape
  const width = columns * CELL + 2 * FRAME
  const height = rows * CELL + FRAME + FOOT
  const round = shape.look === 'plate' ? 44 : 30
  const h = width - 2 * round
  const v = height - 2 * round
  const arc = (dx: number, dy: number) => `a${round},${round} 0 0 1 ${dx},${dy}`
  let path =
    `M${round - FRAME},${sink - FRAME}h${h}${arc(round, round)}v${v}${arc(-round, round)}` +
    `h${-h}${arc(-round, -round)}v${-v}${arc(round, -round)}z`
  for (const cell of cells) {
    const { x, y } = discCentre(cell, { ...shape, lane: false })
    path += `M${x - radius},${y + sinkHoles}a${radius},${radius} 0 1 0 ${2 * radius},0a${radius},${radius} 0 1 0 ${-2 * radius},0z`
  }
  return path
}

/** The paths of an arrow along a move; null: it has no source. The tip stays `gap` away from the centre of its cell. */
export function arrow(
  { source, via, cell }: BoardMark,
  shape: Pick<Shape, 'columns' | 'rows' | 'below'>,
  gap: number,
): { shaft: string; head: string } | null {
  if (!source) return null
  const start = placeCentre(source, shape)
  const from = via ? placeCentre(via, shape) : start
  const to = placeCentre({ cell }, shape)
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const along = (d: number, aside = 0) => `${from.x + ux * d - uy * aside},${from.y + uy * d + ux * aside}`
  const tip = length - gap
  return {
    shaft: `M${via ? `${start.x},${start.y}L${along(0)}` : along(12)}L${along(tip - 16)}`,
    head: `M${along(tip)}L${along(tip - 22, 14)}L${along(tip - 22, -14)}z`,
  }
}
