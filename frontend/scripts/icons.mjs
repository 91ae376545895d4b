// Renders the PNG icons from public/favicon.svg with a local Chromium. Run it after changing the drawing:
//   npm run icons        (QUATRE_CHROMIUM=/path/to/chromium if it is not /usr/bin/chromium-headless-shell)
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const home = join(dirname(fileURLToPath(import.meta.url)), '..', 'public')
const svg = readFileSync(join(home, 'favicon.svg'), 'utf8')
const GROUND = '#23567f'

// `scale`: the share of the square that the drawing fills. Devices may crop a maskable icon to its middle 80 %.
const ICONS = [
  { name: 'icon-192', size: 192, scale: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, scale: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, scale: 0.86, ground: GROUND },
  { name: 'apple-touch-icon', size: 180, scale: 1, ground: GROUND },
]

mkdirSync(join(home, 'icons'), { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
for (const { name, size, scale, ground } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  // On an opaque ground the drawing has no frame: the device cuts its own shape.
  const drawing = ground === 'transparent' ? svg : svg.replace(/<rect x="1.5"[^>]*\/>/, '')
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${ground}}body{display:grid;place-items:center}
    svg{width:${size * scale}px;height:${size * scale}px}</style>${drawing}`,
  )
  await page.screenshot({ path: join(home, 'icons', `${name}.png`), omitBackground: true })
  await page.close()
}
await browser.close()
