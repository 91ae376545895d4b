// Takes screenshots of every page and state at several sizes, in both themes, and checks each with axe. Some are also
// those of the web app's manifest, as JPEG, which takes less than half of the space of PNG.
//   npm run build && npm run shots -- [folder] [part of a scene's name] [name of a size]
// Fails on an axe violation, on a console error, or if a page is wider than its window.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { mockHub, serve } from './hub.mjs'
import { SCENES } from './scenes.mjs'

const MANIFEST = {
  'won-360-light': 'won-narrow',
  'won-1280-light': 'won-wide',
  'board-tiles-disc-360-light': 'force3-narrow',
}

const folder = process.argv[2] ?? 'shots'
const only = process.argv[3] ?? ''
const sizes = process.argv[4] ?? ''
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const SIZES = [
  { name: '320', width: 320, height: 640, touch: true },
  { name: '360', width: 360, height: 740, touch: true },
  { name: '740x360', width: 740, height: 360, touch: true },
  { name: '1280', width: 1280, height: 800 },
  { name: '2560', width: 2560, height: 1440 },
]
/** Further sizes, for scenes with `allSizes`. A scene with `sizes` has only those. */
const MORE_SIZES = [
  { name: '768x1024', width: 768, height: 1024, touch: true },
  { name: '1024x768', width: 1024, height: 768, touch: true },
  { name: '3840', width: 3840, height: 2160 },
]

mkdirSync(folder, { recursive: true })
const { url, close } = await serve()
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
let failures = 0
const fail = (where, what) => {
  failures++
  console.error(`${where}: ${what}`)
}

async function takeShot(scene, size, colorScheme) {
  const where = `${scene.name}-${size.name}-${colorScheme}`
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    colorScheme,
    locale: scene.locale ?? 'en-GB',
    hasTouch: size.touch === true,
    bypassCSP: false,
    serviceWorkers: 'block', // the mock of the hub must see every request
  })
  // Without this the lesson would open over each board of Force 3.
  const done = scene.done ?? 'lesson place move slide'
  await context.addInitScript((done) => localStorage.setItem('quatre.force3', done), done)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/400|404|422|503/.test(message.text())) fail(where, message.text())
  })
  page.on('pageerror', (error) => {
    // A scene shows what happens when a part is missing.
    if (!/^Unable to preload/.test(error.message)) fail(where, error.message)
  })
  const send = await mockHub(page, { entries: [], ...scene })
  await scene.before?.(page)
  await page.goto(url + scene.path)
  // The lobby's stream never ends.
  await page.waitForLoadState(/lobby|wall/.test(scene.path) ? 'load' : 'networkidle')
  await page.waitForTimeout(scene.wait ?? 450)
  await scene.act?.(page, send)
  await page.waitForTimeout(200)
  await page.screenshot({ path: join(folder, `${where}.png`) })
  if (where in MANIFEST)
    await page.screenshot({ path: `public/screenshots/${MANIFEST[where]}.jpg`, quality: 82 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) fail(where, `${wide} px wider than its window`)
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  )
  for (const { id, help, nodes } of violations)
    fail(where, `${id}: ${help}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  await context.close()
}

const selected = SCENES.filter((scene) => scene.name.includes(only))
for (const scene of selected)
  for (const size of [...(scene.sizes ?? SIZES), ...(scene.allSizes ? MORE_SIZES : [])].filter(
    ({ name }) => !sizes || name === sizes,
  ))
    for (const theme of ['light', 'dark']) await takeShot(scene, size, theme)
await browser.close()
close()
console.log(`${selected.length} scenes, ${failures} failures`)
process.exit(failures === 0 ? 0 : 1)
