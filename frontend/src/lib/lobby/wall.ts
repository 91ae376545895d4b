/** How many boards a wall shows at once. Pure. */

/** The smallest board that can be read from afar, with its names, in CSS pixels. */
const WIDTH = 300
const HEIGHT = 280
/** What is above the boards, in CSS pixels. */
const HEAD = 124
/** More boards than these would be too small in a large room, on any screen. */
const MOST = { columns: 4, rows: 3 }

const within = (most: number, fit: number) => Math.max(1, Math.min(most, Math.floor(fit)))

export const gridFor = (width: number, height: number): { columns: number; rows: number } => ({
  columns: within(MOST.columns, width / WIDTH),
  rows: within(MOST.rows, (height - HEAD) / HEIGHT),
})
