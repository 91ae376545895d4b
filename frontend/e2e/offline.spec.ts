import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'
import { forward } from './processes'
import { violations } from './violations'

/** Games without a network: what plays them is loaded before, and the browser keeps them. */

test.use({ serviceWorkers: 'allow' })

let url: string
let stopForwarding: () => void
/** how often the hub was asked for the module, which plays on the device */
let downloads: number
test.beforeEach(async ({ cluster }) => {
  downloads = 0
  const hub = await cluster.hub(cluster.file, '-workers', '1')
  const forwarding = await forward(hub.url, (path) => {
    if (/^\/assets\/local-.*\.wasm$/.test(path)) downloads++
    return false
  })
  url = forwarding.url
  stopForwarding = forwarding.close
})
test.afterEach(() => stopForwarding())

/** Opens the start page for a person who has played before, and waits until the browser has what plays on the device. */
async function prepared(page: Page, at = url): Promise<void> {
  await page.evaluate(() =>
    localStorage.setItem('quatre.choices', localStorage.getItem('quatre.choices') ?? '{}'),
  )
  await page.clock.install()
  await page.goto(at)
  await expect
    .poll(async () => {
      await page.clock.fastForward(4000) // The start page lets this time pass before it loads so much.
      return page.evaluate(async () => {
        const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys())
        return (await Promise.all(caching)).flat().some(({ url }) => url.endsWith('.wasm'))
      })
    })
    .toBe(true)
}

test('a game against the perfect AI without a network is finished, and added to the games at the hub', async ({
  browser,
}) => {
  const ana = await Person.at(browser, url)
  const { page, context } = ana
  await prepared(page)
  await context.setOffline(true)
  await page.goto(`${url}/rules/connect4`)
  await ana.expectStatus('No connection: you can play the AI, or two on this device.')
  await page.getByRole('link', { name: 'New game' }).click()
  await page.reload()
  await ana.expectStatus('No connection: you can play the AI, or two on this device.')
  expect(await violations(page)).toEqual([])
  await ana.button('Find an opponent').click()
  await ana.expectStatus('There is no network, so nobody can join you')
  await ana.chooseLevel('Perfect')
  await ana.button('Play the AI').click()
  await page.waitForURL(/\/r\/device-/)
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  await ana.button('Hint').click()
  await ana.expectStatus(/Hint: column \d/)
  await ana.button('Take the last move back').click()
  await ana.expectDiscs(0)
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  await page.reload()
  await ana.expectDiscs(2)

  // The start page goes on with the game.
  await ana.button('Leave').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('link', { name: /AI/ }).first().click()
  await ana.playColumn(1)
  await ana.expectStatus('Your turn')
  await ana.resign()
  await ana.expectStatus('You lose')
  await expect(page.getByRole('link', { name: 'The turning point' })).toBeVisible()
  await ana.button('Leave').click()
  await expect(page.getByText('1 game was finished on this device.')).toBeVisible()
  await expect(ana.button('Add to my games')).toBeHidden()

  await context.setOffline(false)
  await ana.button('Add to my games').click()
  await expect(page.getByText('1 game was added to your games.')).toBeVisible()
  await page.getByRole('link', { name: 'Show my games' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(/perfect/i)
  await page.reload()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('was finished on this device')).toHaveCount(0)
  expect(downloads).toBe(1)
})

test('a game on the device goes on when the network goes away, over a reload, and in one tab at a time', async ({
  browser,
}) => {
  const ana = await Person.at(browser, url)
  const { page, context } = ana
  await prepared(page)
  await context.setOffline(true)
  await ana.chooseLevel('Perfect')
  await ana.button('Play the AI').click()
  await page.waitForURL(/\/r\/device-/)
  await context.setOffline(false)
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  await page.reload()
  await ana.expectDiscs(2)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  await context.setOffline(true)
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(4)
  await page.reload()
  await ana.expectDiscs(4)
  await context.setOffline(false)

  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByRole('button', { name: /^Column 1,/ })).toBeVisible()
  await second.getByRole('button', { name: /^Column 1,/ }).click()
  await expect(second.getByRole('gridcell', { name: /Red|Yellow/ })).toHaveCount(6)
  await ana.column(7).click()
  await expect(page.getByRole('heading', { name: 'Already open in another tab' })).toBeVisible()
  await ana.button('Play here').click()
  await ana.expectDiscs(6)

  const third = await context.newPage()
  await third.goto(`${url}/r/device-0`)
  await expect(third.getByRole('heading', { name: 'No such room' })).toBeVisible()
})

test('two people play on one device without a network, in every game, with hints and analysis', async ({
  browser,
}) => {
  const ana = await Person.at(browser, url)
  const { page, context } = ana
  await prepared(page)
  await context.setOffline(true)
  await ana.chooseGame('Tic-tac-toe')
  await ana.changeOptions((dialog) => dialog.getByRole('radio', { name: 'Both' }).check())
  await page.getByRole('button', { name: /^On this device/ }).click()
  await ana.expectStatus(/Hint: square [abc][123]/)
  for (const cell of ['a1', 'b1', 'a2', 'b2', 'a3']) await ana.target(cell).click()
  // What lost the game is found without a network too.
  await page.locator('.result-card').getByRole('link', { name: 'Replay' }).click()
  await ana.button('The turning point').click()
  await ana.expectStatus(
    'Yellow played square b2 and let an open two stand. Square a3 would have stopped it.',
  )
  await ana.expectDiscs(3)
  await ana.openMore()
  await page.getByRole('link', { name: 'To the room' }).click()
  await ana.again('Play again').click()
  await expect(page.locator('.result-card')).toBeHidden()
  await ana.target('b2').click()

  await page.getByRole('link', { name: 'Quatre' }).click()
  await ana.chooseGame('Force 3')
  await page.getByRole('button', { name: /^On this device/ }).click()
  await ana.target('Hand \\(Red\\)').click()
  await ana.target('Cell 1').click()
  await ana.expectStatus(/turn/)

  await page.goto(`${url}/analysis?moves=334455`)
  await ana.expectStatus('Red wins on the next move')
  await expect(page.getByRole('button', { name: /^Column 2, .*wins at once, best move/ })).toBeVisible()
  await expect(page.getByText('Preliminary')).toHaveCount(0)

  await page.getByRole('link', { name: 'Play on from here' }).click()
  await page.getByRole('button', { name: /^On this device/ }).click()
  await expect(page.getByText('Began at move 7')).toBeVisible()
  await ana.expectDiscs(6)
  await ana.column(2).click()
  await expect(page.locator('.result-card')).toBeVisible()
  await ana.again('Play again').click()
  await ana.expectDiscs(6)
})

test('the device answers until the hub has a worker: values on the analysis board, and a hint in a room', async ({
  browser,
  cluster,
}) => {
  const { url: store } = await cluster.redis()
  const hub = await cluster.hub(store, '-workers', '0')
  const ana = await Person.at(browser, hub.url)
  const { page, context } = ana
  await prepared(page, hub.url)

  await ana.changeOptions((dialog) => dialog.getByRole('radio', { name: 'Both' }).check())
  const room = await context.newPage()
  await room.goto(hub.url)
  await room.getByRole('button', { name: /^On this device/ }).click()
  await room.waitForURL(/\/r\//)
  const hint = room.getByRole('status').filter({ hasText: /Hint/ })
  await expect(hint).toContainText('Hint for now: column 4')

  // A position that takes a server about two seconds.
  await page.goto(`${hub.url}/analysis?moves=44444222233`)
  const verdict = page.locator('.verdict')
  await expect(verdict).toContainText('Preliminary, from this device')
  expect(await violations(page)).toEqual([])
  // The page stops asking when nothing comes for half a minute, and axe can take long.
  await page.reload()
  await expect(verdict).toContainText('Preliminary, from this device')
  const values = page.getByRole('list', { name: 'Moves from here' }).getByRole('button')
  await expect(values).toHaveCount(7)
  const place = async () => [await verdict.boundingBox(), await page.locator('.values').boundingBox()]
  const before = await place()
  await expect(verdict.getByRole('status'), 'nothing is announced yet').toBeEmpty()

  cluster.worker(store)
  await expect(hint).toContainText('Hint: column 4')
  await expect(verdict).not.toContainText('Preliminary')
  // On a busy machine the worker's time may be over before it knows the exact value.
  await expect(verdict).toContainText(/Exact|Depth/)
  await expect(verdict.getByRole('status')).toHaveText(/wins in (at most )?\d+ moves|A draw|is .*ahead/)
  expect(await place()).toEqual(before)
})

test('who has not loaded what plays on the device reads how to get it', async ({ browser }) => {
  const { page } = await Person.at(browser, url)
  await page.route('**/*.wasm', (route) => route.abort())
  await page.route('**/api/about', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('No connection. You can still read the rules')).toBeVisible()
  await page.getByRole('button', { name: 'Play the AI' }).click()
  await expect(page.getByText('this device needs a file that it does not have yet')).toBeVisible()
})
