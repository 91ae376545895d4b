// Makes the screenshots of the web app's manifest from pictures of `npm run shots`, as JPEG, which takes less than half of the space of PNG.
//   npm run screenshots -- [folder]
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const from = process.argv[2] ?? 'shots'
const to = join(dirname(fileURLToPath(import.meta.url)), '..', 'public', 'screenshots')
const SCREENSHOTS = [
  { name: 'won-narrow', shot: 'won-360-light', width: 360, height: 740 },
  { name: 'won-wide', shot: 'won-1280-light', width: 1280, height: 800 },
  { name: 'force3-narrow', shot: 'board-tiles-disc-360-light', width: 360, height: 740 },
]

mkdirSync(to, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
for (const { name, shot, width, height } of SCREENSHOTS) {
  const page = await browser.newPage({ viewport: { width, height } })
  const picture = readFileSync(join(from, `${shot}.png`)).toString('base64')
  await page.setContent(
    `<style>body{margin:0}img{display:block}</style><img src="data:image/png;base64,${picture}">`,
  )
  await page.screenshot({ path: join(to, `${name}.jpg`), type: 'jpeg', quality: 82 })
  await page.close()
}
await browser.close()
