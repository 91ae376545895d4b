/** The sizes in the drawing of a search tree, at scale 1. */

/** the width of a node with the space beside it */
export const SLOT = 56
/** the distance between two levels */
export const LEVEL = 90
/** the middle of the first level */
export const TOP = 28
/** half the size of a node */
export const R = 17

/** A point in the drawing. */
export interface Point {
  x: number
  y: number
}
