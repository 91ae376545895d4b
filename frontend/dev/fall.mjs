// Measures what the main thread does while a disc falls. The fall runs on the compositor: the main thread should have work
// in few of its frames only.
//   npm run build && node dev/fall.mjs
// CPU time depends less on what else the machine does than intervals between frames, so the CPU is not slowed down here.
// Multiply it by 4 for Lighthouse's phone.
import { chromium } from 'playwright-core'
import { FRIEND, ME, entriesOf, mockHub, serve } from './hub.mjs'

const BOARDS = ['connect4:7x6:4', 'connect4:15x15:5']
const RUNS = 5
const CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  'cc',
]
/** A frame at 60 Hz, in milliseconds. */
const FRAME = 1000 / 60

/** Drops a disc into the first column; returns the events of the trace. */
async function drop(browser, url, variant) {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const type of ['animationstart', 'animationend'])
      addEventListener(type, (event) => event.target.closest('.falls') && performance.mark(type), true)
  })
  const players = [
    { id: ME, name: 'Ana', colour: 'red' },
    { id: FRIEND, name: 'Zoé', colour: 'yellow' },
  ]
  const send = await mockHub(page, {
    me: ME,
    entries: entriesOf({ players, moves: '443', created: { variant } }),
  })
  await page.goto(`${url}/r/k7m2p9x4w3tq`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1500)
  await browser.startTracing(page, { categories: CATEGORIES })
  await send(['moved', { seat: 2, move: '1', ms: 900 }])
  await page.waitForTimeout(1500)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  await context.close()
  return traceEvents
}

/** What happened between the start and the end of the fall. */
function measure(events) {
  const mark = (name) => events.find((event) => event.cat.includes('user_timing') && event.name === name)
  const [start, end] = [mark('animationstart'), mark('animationend')]
  const during = events.filter(
    ({ ph, pid, ts }) => ph === 'X' && pid === start.pid && ts >= start.ts && ts < end.ts,
  )
  const count = (name) => during.filter((event) => event.name === name).length
  const tasks = during.filter(({ tid, name }) => tid === start.tid && name === 'RunTask')
  const ms = (end.ts - start.ts) / 1000
  const cpu = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
  return {
    'length of the fall in ms': ms,
    'frames at 60 Hz': ms / FRAME,
    'frames that the main thread lays out': count('Layout'),
    'frames that the main thread paints': count('Commit'),
    'CPU time of the main thread in the whole fall, in ms': cpu,
    'CPU time of the main thread in one of these frames, in ms': cpu / (count('Commit') || 1),
  }
}

const { url, close } = await serve()
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const variant of BOARDS) {
  const rows = []
  for (let run = 0; run < RUNS; run++) rows.push(measure(await drop(browser, url, variant)))
  const median = (name) => rows.map((row) => row[name]).sort((a, b) => a - b)[Math.floor(RUNS / 2)]
  console.log(variant)
  for (const name of Object.keys(rows[0])) console.log(`  ${name}: ${Number(median(name).toFixed(2))}`)
}
await browser.close()
close()
