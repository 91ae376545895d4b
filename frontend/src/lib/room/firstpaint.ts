/** When the first room of a visit is drawn. What a room needs later is loaded then, and does not delay the drawing. */
import { afterPaint } from '../afterpaint'

/** How long to wait for a room that is not drawn, because the hub does not answer, in milliseconds. */
const PATIENCE = 3000

let resolve: () => void

/** Resolves when a room has been drawn. */
export const roomDrawn = new Promise<void>((drawn) => {
  resolve = drawn
  setTimeout(drawn, PATIENCE)
})

/** Says that all of a room is ready to be drawn. */
export const roomReady = () => afterPaint(resolve)
