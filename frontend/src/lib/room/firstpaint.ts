/** When the first room of a visit is drawn. What a room needs later is loaded then, and does not delay the drawing. */
import { afterPaint } from '../afterpaint'

/** How long to wait for a room that is not drawn, because the hub does not answer, in milliseconds. */
const PATIENCE = 3000
/** How long somebody who is invited has to read and tap: the tap does not wait behind what is loaded, in milliseconds. */
const READING = 1000

let resolve: () => void

/** Resolves when a room has been drawn. */
export const roomDrawn = new Promise<void>((drawn) => {
  resolve = drawn
  setTimeout(drawn, PATIENCE)
})

/** Says that all of a room is ready to be drawn. `invited`: the person is asked to take a seat. */
export const roomReady = (invited = false) => afterPaint(() => setTimeout(resolve, invited ? READING : 0))
