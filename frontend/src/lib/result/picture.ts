/** A small picture of a position, made of emoji: it can be sent as text. */
import type { GameView, Position } from '../games'
import type { Colour, Colours } from '../protocol/entries'

const DISCS: Record<Colour, string> = {
  red: '🔴',
  yellow: '🟡',
  blue: '🔵',
  green: '🟢',
  violet: '🟣',
  white: '⚪',
}
const EMPTY = '⚫'
const TILE = '🟫'
const HOLE = '⬛'

/** Larger pictures do not fit into a line of a message on a phone. */
const MAX_COLUMNS = 10

/** The position, row by row from above; empty if it is too large. Empty rows above the discs are left out. */
export function emojiPicture(
  { look, columns, rows }: GameView,
  { discs, tiles }: Position,
  colours: Colours,
): string {
  if (columns > MAX_COLUMNS) return ''
  const cells = Array.from({ length: columns * rows }, (_, cell): string =>
    look !== 'tiles' ? EMPTY : tiles.some((tile) => tile.cell === cell) ? TILE : HOLE,
  )
  for (const { cell, seat } of discs) if (cell !== null) cells[cell] = DISCS[colours[seat - 1]!]
  const lines = Array.from({ length: rows }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  ).reverse()
  const isEmpty = (line: string[]) => line.every((cell) => cell === EMPTY)
  while (look === 'plate' && lines.length > 1 && isEmpty(lines[0]!)) lines.shift()
  return lines.map((line) => line.join('')).join('\n')
}
