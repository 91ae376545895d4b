import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { BIN } from './processes'

/** The file with every frame of the tests' pages. A line begins with `>` if the page sent the frame, else with `<`. */
export const FRAMES = join(BIN, 'frames')

/** Records the frames of all pages that the context opens from now on. global-teardown.ts compares them with docs/api/asyncapi.yaml. */
export function recordFrames(context: BrowserContext): void {
  const record = (sign: string) => (frame: { payload: string | Buffer }) =>
    appendFileSync(join(FRAMES, `${process.pid}.txt`), `${sign} ${String(frame.payload)}\n`)
  context.on('page', (page) =>
    page.on('websocket', (socket) => socket.on('framesent', record('>')).on('framereceived', record('<'))),
  )
}
