// Renders the PNG icons from public/favicon.svg with a local Chromium. Run it after changing the drawing:
//   npm run icons        (QUATRE_CHROMIUM=/path/to/chromium if it is not /usr/bin/chromium-headless-shell)
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const home = join(dirname(fileURLToPath(import.meta.url)), '..', 'public')
const colours = readFileSync(join(home, 'favicon.svg'), 'utf8')
const GROUND = '#23567f'

/** For systems that colour icons themselves: they use only how opaque each point is. */
const MONOCHROME = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <path fill-rule="evenodd" d="M15 2h34a13 13 0 0 1 13 13v34a13 13 0 0 1-13 13H15a13 13 0 0 1-13-13V15A13 13 0 0 1 15 2z
  M20 8.5a11.5 11.5 0 1 0 0 23a11.5 11.5 0 1 0 0-23z M44 32.5a11.5 11.5 0 1 0 0 23a11.5 11.5 0 1 0 0-23z
  M44 8.5a11.5 11.5 0 1 0 0 23a11.5 11.5 0 1 0 0-23z M20 32.5a11.5 11.5 0 1 0 0 23a11.5 11.5 0 1 0 0-23z"/>
  <circle cx="44" cy="20" r="8.5"/><circle cx="20" cy="44" r="6" fill="none" stroke="#000" stroke-width="4.5"/></svg>`

// `scale`: the share of the square that the drawing fills. Devices may crop a maskable icon to its middle 80 %.
const ICONS = [
  { name: 'icon-192', size: 192, scale: 1, ground: 'transparent' },
  { name: 'icon-512', size: 512, scale: 1, ground: 'transparent' },
  { name: 'icon-maskable-512', size: 512, scale: 0.86, ground: GROUND },
  { name: 'icon-monochrome-512', size: 512, scale: 0.86, ground: 'transparent', svg: MONOCHROME },
  { name: 'apple-touch-icon', size: 180, scale: 1, ground: GROUND },
]

mkdirSync(join(home, 'icons'), { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
for (const { name, size, scale, ground, svg = colours } of ICONS) {
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
