/**
 * No page, dialog or menu scrolls sideways, whatever the players and the custom levels are called. Each scene is opened
 * once; then the names in it are replaced where they stand.
 */
import { expect, test } from '@playwright/test'
import { mockHub, serve } from '../dev/hub.mjs'
import { SCENES } from '../dev/scenes.mjs'

/** The names in the scenes. A custom level may have any of them too, so the levels count as names. */
const NAMES =
  /(?<!\p{L})(Ana|Zoé|Amélie|Ben|Bob?|Maximilienne de la Tour!?|(Very )?[Ee]asy|Normal|Difficult|Strong|Expert|Perfect|(Très f|F)acile|Difficile(?! à voir)|Fort|Parfait)(?!\p{L})/gu

/** The widest names that the hub accepts, most of them without a place where a line may break. */
const WIDEST = [
  'Donaudampfschifffahrtsge',
  'W'.repeat(24),
  '\ufdfd'.repeat(24),
  '🎉'.repeat(24),
  'W '.repeat(12).trim(),
]

const SIZES = [
  { width: 320, height: 640 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
]

/**
 * Every place of the page where a name stands is in one of these scenes. A scene in both languages is tested in French,
 * whose texts are longer.
 */
const NAMED = new Set(
  [
    'arrived board-giant coach-theirs-fr declined-fr delegate-fr delegated-fr draw-asked-fr embed-game-fr ended-agreed',
    'ended-time-fr export games-fr home-fr home-running-fr invited-terms-known-fr layout-clock layout-giant level-list-fr',
    'levels-fr lesson-place-fr lobby-fr pairing result-challenged-fr result-high result-watched review-whole-fr',
    'self-delegated self-menu self-rename self-resign stats turning-fr waiting wall-fr watch-fr why-fr',
  ].flatMap((line) => line.split(' ')),
)

/** Replaces the names. Returns how many texts have one, and what is then wider than its place, with the name. */
function measure({ pattern, widest }) {
  const names = new RegExp(pattern, 'u')
  const all = [...document.querySelectorAll('*')]
  const clips = (element) => getComputedStyle(element).overflowX !== 'visible'
  const scrollers = all.filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
  const texts = all
    .flatMap((element) => [...element.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE && names.test(node.data))
    .filter((node) => !node.parentElement.closest('.next')) // the next level is never a custom one
    .map((node) => ({ node, text: node.data, shown: true }))
  for (const one of texts)
    for (let element = one.node.parentElement; element; element = element.parentElement)
      if (clips(element)) one.shown = false
  /** The right edge of a text. */
  const edge = (node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect().right
  }
  const wide = () =>
    [
      ...[document.documentElement, ...scrollers].filter((one) => one.scrollWidth > one.clientWidth),
      ...texts
        .filter(({ node, shown }) => shown && edge(node) > innerWidth)
        .map(({ node }) => node.parentElement),
    ].map(({ localName, className }) => `${localName}.${className}`)
  const usual = wide()
  const found = widest.flatMap((name) => {
    for (const { node, text } of texts) node.data = text.replace(new RegExp(pattern, 'gu'), name)
    return wide()
      .filter((part) => !usual.includes(part))
      .map((part) => `${name} in ${part}`)
  })
  for (const { node, text } of texts) node.data = text
  return { texts: texts.length, found }
}

let hub
test.beforeAll(async () => (hub = await serve()))
test.afterAll(() => hub.close())
test.describe.configure({ mode: 'parallel' })

for (const scene of SCENES.filter(({ name }) => NAMED.has(name)))
  test(`names in ${scene.name}`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: SIZES[0],
      hasTouch: true,
      locale: scene.locale ?? 'en-GB',
      reducedMotion: 'reduce', // drawing takes time
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    const done = scene.done ?? 'lesson place move slide'
    await page.addInitScript((done) => localStorage.setItem('quatre.force3', done), done)
    const send = await mockHub(page, { entries: [], ...scene })
    await scene.before?.(page)
    await page.goto(hub.url + scene.path)
    await page.waitForLoadState(scene.path === '/lobby' ? 'load' : 'networkidle')
    await page.waitForTimeout(scene.wait ?? 0)
    await scene.act?.(page, send)
    const measured = (widest) => page.evaluate(measure, { pattern: NAMES.source, widest })
    await expect.poll(async () => (await measured([])).texts, 'it shows no name').toBeGreaterThan(0)
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect.soft((await measured(WIDEST)).found, `${size.width} px wide`).toEqual([])
    }
    await context.close()
  })
