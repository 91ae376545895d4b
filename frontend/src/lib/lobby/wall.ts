/** How a wall places its boards, and which rooms it shows. Pure. */
import type { LobbyItem } from '../protocol/rest'

/** The smallest board that can be read from afar, with its names, in CSS pixels. */
const WIDTH = 300
const HEIGHT = 280
/** What is above the boards, in CSS pixels. */
const HEAD = 124
/** More boards than these would be too small in a large room, on any screen. */
const MOST = { columns: 4, rows: 3 }

export interface Grid {
  columns: number
  rows: number
}

const within = (most: number, fit: number) => Math.max(1, Math.min(most, Math.floor(fit)))

/** The grid for `count` boards: as many as fit, and if there are fewer, as large as they can be. */
export function gridFor(width: number, height: number, count: number): Grid {
  const most = {
    columns: within(MOST.columns, width / WIDTH),
    rows: within(MOST.rows, (height - HEAD) / HEIGHT),
  }
  const side = ({ columns, rows }: Grid) => Math.min(width / columns, (height - HEAD) / rows)
  let best = most
  for (let columns = 1; columns <= most.columns; columns++) {
    const grid = { columns, rows: Math.ceil(Math.max(1, count) / columns) }
    if (grid.rows <= most.rows && (side(grid) > side(best) || best === most)) best = grid
  }
  return best
}

/** A room on the wall. `table`: its number on the sheet of the class; null: it is not on it. */
export interface WallRoom {
  room: string
  table: number | null
}

/**
 * The rooms after the lobby has sent its games: each keeps its place until it is gone, and new ones come at the end. First
 * come those of the sheet, with their numbers.
 */
export function roomsOnWall(
  shown: readonly WallRoom[],
  sheet: readonly string[],
  playing: readonly Pick<LobbyItem, 'room'>[],
): WallRoom[] {
  const known = new Set([...sheet, ...shown.map(({ room }) => room)])
  return [
    ...sheet.map((room, i) => ({ room, table: i + 1 })),
    ...shown.filter(({ table, room }) => table === null && !sheet.includes(room)),
    ...playing.filter(({ room }) => !known.has(room)).map(({ room }) => ({ room, table: null })),
  ]
}
