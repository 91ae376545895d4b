/** How long the moments of a board last, in milliseconds. */

/** How long a disc falls and bounces. As in physics, it grows with the square root of the distance, here in cells. */
export const fallMs = (cells: number): number => 190 * Math.sqrt(cells)

/** The part of a fall after which the disc touches the disc below it for the first time. */
export const IMPACT = 0.662

/** How long the board celebrates a line, from the moment when the last disc lies still. */
export const WIN_MS = 1100
