/**
 * Pictures of the boards and of the moments of a game, light and dark. The scenes are those of dev; time moves by steps
 * only, so the pictures do not depend on the machine's speed. `npm run pictures -- -u` draws them again.
 */
import { expect, test } from '@playwright/test'
import { ARRIVAL_MOMENTS, ARRIVAL_SCENES } from '../dev/arrival.mjs'
import { BOARD_MOMENTS, BOARD_SCENES } from '../dev/boards.mjs'
import { freeze } from '../dev/frozen.mjs'
import { mockHub, readBuilt } from '../dev/hub.mjs'
import { LAYOUT_SCENES } from '../dev/layouts.mjs'
import { LESSON_SCENES } from '../dev/lesson.mjs'
import { RESULT_SCENES } from '../dev/results.mjs'

const SCENES = [...BOARD_SCENES, ...LAYOUT_SCENES, ...RESULT_SCENES, ...ARRIVAL_SCENES, ...LESSON_SCENES]
const MOMENTS = [...BOARD_MOMENTS, ...ARRIVAL_MOMENTS]
/** It is in links and QR codes. The browser trusts it as it trusts localhost. */
const ORIGIN = 'http://quatre.localhost'
/** scripts/setup.sh installs it. */
const FONT = 'Liberation Sans'

const SIZES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
  // A board looks the same at each size, so a small picture is enough.
  board: { viewport: { width: 240, height: 480 }, hasTouch: true },
}

/**
 * How many pixels may differ, and by how much all others may (from 0 to 1). A board has little text, and the mark of the
 * last turn is only some 50 pixels. Text may look a little different with another version of the font.
 */
const TOLERANCE = {
  phone: { maxDiffPixelRatio: 0.005, threshold: 0.1 },
  desktop: { maxDiffPixelRatio: 0.005, threshold: 0.1 },
  board: { maxDiffPixels: 15, threshold: 0.05 },
}

/** The milliseconds by which time moves at once. */
const STEP = 100
/** The milliseconds after which all that appears with a scene is there. */
const REST = 1500

/**
 * Names of scenes and moments, the part of the page, and the size. `at`: the time of the picture, in milliseconds after
 * the moment began; without it, it is the picture of a scene at rest.
 */
const PICTURES = [
  { name: 'board-turn', clip: '.board', size: 'board' },
  { name: 'board-giant', clip: '.board', size: 'board' },
  { name: 'board-squares', clip: '.board', size: 'board' },
  { name: 'board-tiles', clip: '.board', size: 'board' },
  { name: 'board-answer', at: 200, clip: '.board', size: 'board' },
  { name: 'board-win', at: 1400, clip: '.board', size: 'board' },
  { name: 'waiting', clip: '.panel .card', size: 'phone' },
  { name: 'waiting', clip: '.panel .card', size: 'desktop' },
  { name: 'invited', clip: 'main', size: 'phone' },
  { name: 'arrival', at: 300, clip: '.scoreboard', size: 'phone' },
  { name: 'layout-plate', clip: '.scoreboard', size: 'phone' },
  { name: 'layout-plate', clip: '.scoreboard', size: 'desktop' },
  { name: 'result-won', clip: '.result-card', size: 'phone' },
  { name: 'result-lost', clip: '.result-card', size: 'phone' },
  { name: 'result-drawn', clip: '.result-card', size: 'phone' },
  { name: 'lesson-place', clip: 'dialog[open]', size: 'phone' },
]

/** Opens the page of a scene. Returns a function that sends it further entries. */
async function open(page, scene) {
  await page.clock.install()
  await page.addInitScript(
    ({ done, font }) => {
      localStorage.setItem('quatre.force3', done)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`:root { --family: '${font}' }`)
      document.adoptedStyleSheets = [sheet]
    },
    { done: scene.done ?? 'lesson place move slide', font: FONT },
  )
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill(await readBuilt(pathname))
  })
  const send = await mockHub(page, { entries: [], ...scene })
  await scene.before?.(page)
  await page.goto(ORIGIN + scene.path)
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(1000)
  await page.waitForTimeout(300)
  return send
}

test.describe.configure({ mode: 'parallel' })

for (const { name, at, clip, size } of PICTURES)
  test(`picture of ${name}, ${size}`, async ({ browser }) => {
    const scene = (at === undefined ? SCENES : MOMENTS).find((scene) => scene.name === name)
    const context = await browser.newContext({
      ...SIZES[size],
      colorScheme: 'light',
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    const send = await open(page, scene)
    const time = await freeze(page)
    for (const [, act] of scene.acts ?? []) {
      await act(page, send)
      await time.settle()
    }
    for (let t = 0; t < (at ?? REST); t += STEP) await time.step(STEP)
    for (const theme of ['light', 'dark']) {
      await time.changeTheme(theme)
      await expect(page.locator(clip)).toHaveScreenshot(`${name}-${size}-${theme}.png`, TOLERANCE[size])
    }
    await context.close()
  })
