import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { buildOtherHub, OTHER_BUILD, thisBuild } from './otherbuild'
import { pair, Person, playColumns, test } from './people'
import { forward, type Proxy, type TestCluster } from './processes'
import { violations } from './violations'

/** The page without a network, and while hubs are upgraded under it. */

test.use({ serviceWorkers: 'allow' })

let programs: string
let otherHub: string
test.beforeAll(async () => {
  programs = mkdtempSync(join(tmpdir(), 'quatre-build-'))
  otherHub = await buildOtherHub(programs)
})
test.afterAll(() => rmSync(programs, { recursive: true, force: true }))

/** A hub behind an address, and the upgrade of this hub to another build. */
async function upgradable(cluster: TestCluster): Promise<{ proxy: Proxy; upgrade: () => void }> {
  const redis = await cluster.redis()
  const hub = await cluster.hub(redis.url)
  const other = await cluster.runHub(otherHub, redis.url)
  const proxy = await cluster.proxy(hub.port)
  return { proxy, upgrade: () => proxy.moveTo(other.port) }
}

const buildOf = (page: Page) => page.locator('meta[name="quatre-build"]').getAttribute('content')

/** Waits until the service worker has kept everything. */
const workerReady = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready))

const keptBuilds = (page: Page) => page.evaluate(async () => (await caches.keys()).sort())

/** Asks for the page's notice about itself. */
const bar = (page: Page) => page.locator('.bar')

/** Lets the page notice that it is seen again after some minutes. */
async function comeBackLater(page: Page): Promise<void> {
  await page.clock.fastForward('05:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('the page starts without a network, says so, and comes back by itself', async ({ browser, cluster }) => {
  const hub = await cluster.hub(cluster.file)
  const proxy = await cluster.proxy(hub.port)
  const ana = await Person.at(browser, proxy.url)
  const { page } = ana
  await workerReady(page)
  expect(await keptBuilds(page)).toEqual([`quatre-${thisBuild()}`])
  const link = await ana.invite()

  proxy.unplug()
  await page.goto(proxy.url)
  await expect(bar(page)).toContainText('No connection')
  await expect(ana.button('Play with a friend')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // Pages and dialogs that were never opened are there too.
  await ana.button('Settings').click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.goto(`${proxy.url}/rules/force3`)
  await expect(page.getByRole('heading', { name: 'How to play Force 3' })).toBeVisible()
  await page.goto(`${proxy.url}/games`)
  await expect(page.getByText('The games could not be loaded.')).toBeVisible()
  const room = await ana.context.newPage()
  await room.goto(link)
  await expect(room.getByText('Reconnecting…')).toBeVisible()
  // It is not in the page's table of addresses, so it is none of the worker's business.
  await expect(page.request.get(`${proxy.url}/api/about`)).rejects.toThrow()

  proxy.plugged = true
  await expect(bar(page)).toBeEmpty()
  await expect(page.getByText('The games could not be loaded.')).toHaveCount(0)
  await expect(room.getByRole('status').filter({ hasText: 'Waiting for your friend…' })).toBeVisible()
})

test('a hub that does not answer in time is replaced by the kept page', async ({ browser, cluster }) => {
  const hub = await cluster.hub(cluster.file)
  const proxy = await cluster.proxy(hub.port)
  const ana = await Person.at(browser, proxy.url)
  await workerReady(ana.page)
  proxy.hanging = true
  await ana.page.goto(`${proxy.url}/rules/connect4`)
  await expect(ana.page.getByRole('heading', { name: 'How to play Connect Four' })).toBeVisible()
})

test('an upgrade under a game waits until the game is over', async ({ browser, cluster }) => {
  const { proxy, upgrade } = await upgradable(cluster)
  const [ana, bob] = await pair(browser, proxy.url)
  await workerReady(ana.page)
  await workerReady(bob.page)
  await playColumns([1, 2], ana, bob)
  upgrade()
  await playColumns([1, 2], ana, bob)
  // Bob's page has never opened this dialog, and the hub no longer has its file.
  await bob.button('Settings').click()
  await expect(bob.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await bob.page.keyboard.press('Escape')
  await playColumns([1, 2], ana, bob)
  await expect(ana.page.getByText('A new version is available')).toHaveCount(0)
  await playColumns([1], ana)
  await expect(ana.page.getByText('A new version is available')).toBeVisible()
  await ana.page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => buildOf(ana.page)).toBe(OTHER_BUILD)
  await ana.expectStatus('You win!')

  // Another visit of Bob's starts the new build. Its worker keeps the old build while the first page is open.
  const second = await bob.context.newPage()
  await second.goto(proxy.url)
  await expect
    .poll(() => keptBuilds(second))
    .toEqual([`quatre-${thisBuild()}`, `quatre-${OTHER_BUILD}`].sort())
  expect(await buildOf(second)).toBe(OTHER_BUILD)
  await bob.button('Help').click()
  await expect(bob.page.getByRole('dialog')).toBeVisible()
  expect(await buildOf(bob.page)).toBe(thisBuild())
})

test('a page without a game says that there is a new version, and keeps only that one', async ({
  browser,
  cluster,
}) => {
  const { proxy, upgrade } = await upgradable(cluster)
  const ana = await Person.at(browser, proxy.url)
  const { page } = ana
  await page.clock.install()
  await page.goto(`${proxy.url}/lobby`)
  await workerReady(page)
  upgrade()
  await comeBackLater(page)
  await expect(bar(page)).toContainText('A new version is available')
  await bar(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => buildOf(page)).toBe(OTHER_BUILD)
  await expect(bar(page)).toBeEmpty()
  // The worker keeps the document last, and then takes over.
  await expect
    .poll(() =>
      page.evaluate(async (cacheName) => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!
        const kept = await caches.match('/', { cacheName })
        return kept !== undefined && !installing && !waiting && active!.state
      }, `quatre-${OTHER_BUILD}`),
    )
    .toBe('activated')
  // The new build starts without a network too.
  proxy.unplug()
  await page.goto(`${proxy.url}/stats`)
  expect(await buildOf(page)).toBe(OTHER_BUILD)
})

test('a page whose files are gone heals itself, but not for ever and not in a game', async ({
  browser,
  cluster,
}) => {
  const { proxy, upgrade } = await upgradable(cluster)
  const ana = await Person.at(browser, proxy.url, { serviceWorkers: 'block' })
  const { page } = ana
  await expect(bar(page)).toBeAttached()
  await page.waitForLoadState('networkidle') // the start page loads more of itself
  let loads = 0
  page.on('load', () => loads++)
  upgrade()
  await ana.button('Settings').click()
  await expect.poll(() => buildOf(page)).toBe(OTHER_BUILD)
  await page.waitForLoadState('networkidle')
  await ana.button('Settings').click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  expect(loads).toBe(1)
  await page.keyboard.press('Escape')

  // A file that stays away: the page has reloaded a moment ago, so it asks.
  await page.route('**/assets/HelpDialog*', (route) => route.fulfill({ status: 404 }))
  await ana.button('Help').click()
  await expect(bar(page)).toContainText('A part of this page could not be loaded')
  expect(loads).toBe(1)

  // During a game it only says so, at the hub or on this device.
  for (const onDevice of [false, true]) {
    const zoe = await Person.at(browser, proxy.url, { serviceWorkers: 'block' })
    await zoe.context.route('**/assets/HelpDialog*', (route) => route.fulfill({ status: 404 }))
    if (onDevice) await zoe.refuseCookies()
    await zoe.button('Play the AI').click()
    await zoe.expectStatus('Your turn')
    await zoe.page.waitForLoadState('networkidle')
    await zoe.page.evaluate(() => ((window as { here?: boolean }).here = true))
    await zoe.button('Help').click()
    await expect(zoe.page.getByText('A part of this page could not be loaded')).toBeVisible()
    expect(await zoe.page.evaluate(() => (window as { here?: boolean }).here)).toBe(true)
  }
})

test('the worker goes when the hub has none', async ({ browser, cluster }) => {
  const hub = await cluster.hub(cluster.file)
  let gone = false
  const { url, close } = await forward(hub.url, (path) => gone && path === '/sw.js')
  const { page } = await Person.at(browser, url)
  await workerReady(page)
  gone = true
  await page.goto(`${url}/rules/connect4`)
  await expect.poll(() => keptBuilds(page)).toEqual([])
  // If the page registers the worker while it goes, the browser keeps it until the next visit.
  await expect(async () => {
    await page.reload()
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  }).toPass()
  close()
})
