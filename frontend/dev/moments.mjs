// Draws moments of the page as contact sheets: a row of pictures, each a step of time after the one before.
//   npm run build && npm run moments -- [folder] [part of a moment's name] [name of a size] [light or dark]
// Time stands still between two pictures, for timers and animations alike. So a sheet is the same on a slow machine.
//
// A moment is a scene of shots.mjs with
//   acts: what happens, as [ms, function of the page and of `send`]. `send` gives further entries to the page
//   ms, step: how long the moment is, and the time between two pictures
//   clip: the selector of the part to show; without it the whole window
//   reduced: whether the person prefers reduced motion
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ARRIVAL_MOMENTS } from './arrival.mjs'
import { BOARD_MOMENTS } from './boards.mjs'
import { freeze } from './frozen.mjs'
import { mockHub, serve } from './hub.mjs'
import { ROOM_MOMENTS } from './rooms.mjs'

const MOMENTS = [...ARRIVAL_MOMENTS, ...BOARD_MOMENTS, ...ROOM_MOMENTS]

const SIZES = [
  { name: '360', width: 360, height: 740, touch: true },
  { name: '1280', width: 1280, height: 800 },
]

const [folder = 'shots', only = '', sizes = '', themes = 'light'] = process.argv.slice(2)

/** The pictures of a moment, as [label, PNG]. */
async function record(browser, url, moment, size, colorScheme) {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: size.width, height: size.height },
    colorScheme,
    locale: moment.locale ?? 'en-GB',
    hasTouch: size.touch === true,
    reducedMotion: moment.reduced ? 'reduce' : 'no-preference',
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${moment.name}: ${error.message}`))
  await page.clock.install()
  const send = await mockHub(page, { entries: [], ...moment })
  await moment.before?.(page)
  await page.goto(url + moment.path)
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(1000)
  await page.waitForTimeout(300)
  // From here on time moves by steps only.
  const time = await freeze(page)

  const target = moment.clip ? page.locator(moment.clip).first() : page
  const acts = [...(moment.acts ?? [])]
  const pictures = []
  for (let t = 0; t <= moment.ms; t += moment.step) {
    while (acts[0]?.[0] <= t) {
      await acts.shift()[1](page, send)
      await time.settle()
    }
    pictures.push([`${t} ms`, await target.screenshot({ animations: 'allow' })])
    await time.step(moment.step)
  }
  await context.close()
  return pictures
}

/** Draws the pictures side by side, in rows of `across`. */
async function sheet(browser, pictures, width, path) {
  const across = Math.min(pictures.length, Math.max(2, Math.floor(1800 / width)))
  const page = await browser.newPage({ viewport: { width: across * (width + 8) + 8, height: 400 } })
  const cells = pictures.map(
    ([label, png]) =>
      `<figure><img width=${width} src="data:image/png;base64,${png.toString('base64')}"><figcaption>${label}</figcaption></figure>`,
  )
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${across},auto);gap:8px;font:12px sans-serif}figure{margin:0}</style>${cells.join('')}`,
  )
  await page.screenshot({ path, fullPage: true })
  await page.close()
}

mkdirSync(folder, { recursive: true })
const { url, close } = await serve()
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
for (const moment of MOMENTS.filter(({ name }) => name.includes(only)))
  for (const size of SIZES.filter(({ name }) => !sizes || name === sizes))
    for (const theme of themes.split(',')) {
      const pictures = await record(browser, url, moment, size, theme)
      const path = join(folder, `moment-${moment.name}-${size.name}-${theme}.png`)
      await sheet(browser, pictures, size.width > 500 ? 420 : 240, path)
      console.log(path)
    }
await browser.close()
close()
