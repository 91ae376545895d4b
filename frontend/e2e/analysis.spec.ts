import { expect, type Locator, type Page } from '@playwright/test'
import { Person, test } from './people'
import { leftInEnglish } from './messages'
import { violations } from './violations'

/** Analysis on the analysis board, in replays and in rooms, by a real hub with its own workers. */

const expectStatus = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const values = (page: Page): Locator =>
  page.getByRole('list', { name: 'Moves from here' }).getByRole('button')

async function expectAccessible(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((a) => a.playState === 'running' && !(a.effect as KeyframeEffect).getTiming().iterations)
            .length,
      ),
    )
    .toBe(0)
  expect(await violations(page)).toEqual([])
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0)
}

test('the analysis board shows the value of a Connect Four position and of each column', async ({
  browser,
  url,
}) => {
  // Red has three in the bottom row, open on both sides, and wins at once.
  const { page, browserErrors } = await Person.at(browser, `${url}/analysis?moves=334455`)
  await expectStatus(page, 'Red wins on the next move')
  await expect(values(page)).toHaveCount(7)
  await expect(values(page).nth(0)).toHaveText(/column [26], wins at once, best move/)
  await expect(page.getByRole('button', { name: /^Column 2, .*wins at once, best move/ })).toBeVisible()
  await expect(page.locator('.board svg .star')).toHaveCount(2)
  await expectAccessible(page)
  const inside = page.getByRole('link', { name: 'Inside the search' })
  await expect(inside).toHaveAttribute('href', '/inside?variant=connect4%3A7x6%3A4&moves=334455&eval=ai')

  await values(page).filter({ hasText: 'column 7' }).click()
  await expectStatus(page, 'Red: column 7. Yellow to move')
  await expectStatus(page, 'Red wins on the next move')
  await expect(page).toHaveURL(/moves=3344557/)
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/moves=334455(?!\d)/)
  await page.getByRole('button', { name: 'Flip' }).click()
  await expect(page).toHaveURL(/moves=554433/)
  await expectStatus(page, 'Red wins on the next move')
  await page.getByRole('button', { name: /^Column 2, / }).click()
  await expectStatus(page, 'Red has won')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page).not.toHaveURL(/moves=/)
  // A board of one's own.
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('own')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Columns').fill('3')
  await expect(dialog.getByRole('button', { name: 'Show this board' })).toBeDisabled()
  await dialog.getByLabel('Columns').fill('5')
  await dialog.getByLabel('Rows').fill('4')
  await dialog.getByLabel('In a row').fill('3')
  await dialog.getByRole('button', { name: 'Show this board' }).click()
  await expect(page).toHaveURL(/variant=connect4%3A5x4%3A3/)
  await expect(values(page)).toHaveCount(5)
  expect(browserErrors).toEqual([])
})

test('tic-tac-toe and Force 3 have exact values, in French', async ({ browser, url }) => {
  const ana = await Person.at(browser, url, {
    locale: 'fr-FR',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  })
  const { page } = ana
  await page.goto(`${url}/analysis`)
  await page.getByLabel('Jeu').selectOption('tictactoe')
  await expectStatus(page, 'Partie nulle avec le meilleur jeu')
  await page.getByRole('button', { name: /^b2/ }).click()
  // After a disc in the middle, answering on a side loses and answering in a corner draws.
  await expect(page.getByRole('button', { name: /^a2, vide, perd en/ })).toBeAttached()
  await expect(page.getByRole('button', { name: /^a1, vide, mène à la nulle, meilleur coup/ })).toBeAttached()
  await expectAccessible(page)
  expect(await leftInEnglish(page)).toEqual([])

  await page.getByLabel('Jeu').selectOption('force3')
  await expectStatus(page, /Rouge gagne en \d+ coups/)
  expect(await page.locator('.board svg .star').count()).toBeGreaterThan(0)
  await expectAccessible(page)
  expect(ana.browserErrors).toEqual([])
})

test('a position is played on against the AI and with a friend; its games are told apart', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, `${url}/analysis?moves=3344`, {
    viewport: { width: 320, height: 640 },
  })
  const { page } = ana
  await page.getByRole('link', { name: 'Play on from here' }).click()
  await expect(page.getByRole('heading', { name: 'Play from this position' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${page.url()}&from=puzzle+2026-11-20`)
  // With an open three Red wins, whatever the AI does. From the other side it would be the AI.
  await page.getByRole('radio', { name: 'Yellow moves second' }).check()
  await page.getByRole('radio', { name: 'Red moves first' }).check()
  await ana.chooseLevel('Easy')
  await ana.button('Play the AI').click()
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(4)
  const source = page.getByRole('link', { name: 'Began at the puzzle of 20 Nov 2026' })
  await expect(source).toHaveAttribute('href', '/puzzle?date=2026-11-20')
  await ana.playColumn(5)
  await ana.expectDiscs(6)
  await ana.button('Take the last move back').click()
  await ana.expectDiscs(4)
  await expect(ana.button('Take the last move back')).toHaveAttribute('aria-disabled', 'true')
  await ana.playColumn(5)
  await ana.expectDiscs(6)
  const blocked = page.getByRole('gridcell', { name: /^Yellow, column 6/ })
  await ana.playColumn((await blocked.count()) > 0 ? 2 : 6)
  await ana.expectStatus('You win!')
  await ana.again().click()
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(4)

  await test.step('the record says where it began, and the statistics tell it apart', async () => {
    await page.goto(`${url}/games`)
    await page
      .getByRole('link', { name: /Began at move 5/ })
      .first()
      .click()
    await expect(source).toBeVisible()
    await page.locator('summary', { hasText: 'More' }).click()
    await expect(page.getByRole('button', { name: '1. Red, column 3,' })).not.toContainText(/\ds/)
    await page.goto(`${url}/stats`)
    await expect(
      page.getByRole('row', { name: 'AI (Easy) Connect Four, 7 × 6 · from a position' }),
    ).toBeVisible()
    await expect(page.getByText('Won 0')).toBeVisible()
  })

  await test.step('a friend reads where the game begins', async () => {
    await page.goto(`${url}/play?variant=tictactoe&moves=b2+a1+c3+b1`)
    await page.getByRole('radio', { name: 'Yellow moves second' }).check()
    await ana.button('Play with a friend').click()
    await page.waitForURL(/\/r\//)
    const bob = await Person.at(browser, page.url())
    await expect(bob.page.getByText('Begins at move 5')).toBeVisible()
    await bob.takeSeat()
    await bob.expectStatus('Your turn')
    await bob.target('b3').click()
    await ana.expectStatus('Your turn')
    await ana.expectDiscs(5)
    expect(bob.browserErrors).toEqual([])
  })

  await test.step('what cannot be played is named, and the position before it is shown', async () => {
    for (const [asked, discs] of [
      ['moves=44x', 2],
      ['moves=4343434', 6],
      ['variant=chess', 0],
    ] as const) {
      await page.goto(`${url}/play?${asked}`)
      await ana.expectStatus(asked)
      await ana.expectDiscs(discs)
    }
    await ana.button('Play the AI').click()
    await ana.expectStatus('Your turn')
  })
  expect(ana.browserErrors).toEqual([])
})

test('the analysis board by keyboard', async ({ browser, url }) => {
  const { page } = await Person.at(browser, `${url}/analysis?variant=tictactoe`)
  await expectStatus(page, 'A draw with best play')
  await page.keyboard.press('5')
  await expect(page).toHaveURL(/moves=b2/)
  await page.keyboard.press('4')
  await expectStatus(page, /Red wins in \d moves/)
  await page.keyboard.press('Control+z')
  await expectStatus(page, 'A draw with best play')
  await page.keyboard.press('Control+y')
  await expectStatus(page, /Red wins in \d moves/)
  await page.keyboard.press('Home')
  await expectStatus(page, 'Play for both sides.')
  const first = values(page).first()
  for (let presses = 0; presses < 40; presses++) {
    if (await first.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/moves=[abc][123](?!\+)/)

  // Two slides in force3:report: tap the hole, then the two tiles.
  await page.goto(`${url}/analysis?variant=force3:report`)
  await expectStatus(page, 'A draw with best play')
  for (const key of ['h', '6', '3']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/moves=S6%2B3/)
  await expectStatus(page, /wins in \d+ moves/)
})

test('leaving the analysis board cancels its request', async ({ browser, url }) => {
  const { page } = await Person.at(browser, url)
  const asked: string[] = []
  const failed: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/analysis') && asked.push('asked'))
  page.on('requestfailed', (request) => request.url().endsWith('/api/analysis') && failed.push('cancelled'))
  // The hub never answers.
  await page.route('**/api/analysis', () => {})
  await page.goto(`${url}/analysis`)
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('link', { name: 'Quatre' }).first().click()
  await expect.poll(() => failed.length).toBe(1)
  await expect(page.getByRole('button', { name: 'Play with a friend' })).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a busy hub is asked again after Retry-After', async ({ browser, url }) => {
  const { page } = await Person.at(browser, url)
  let refusals = 0
  await page.route('**/api/analysis', (route) =>
    refusals++ === 0
      ? route.fulfill({
          status: 429,
          headers: { 'Retry-After': '1' },
          json: { code: 'too_many', text: '', retry: true },
        })
      : route.continue(),
  )
  await page.goto(`${url}/analysis?variant=tictactoe`)
  await expect(page.getByText('Too many requests.')).toBeVisible()
  await expectStatus(page, 'A draw with best play')
})

test('reviewing a whole game finds its mistake, and who lost sees it from the card of the result', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, url)
  await ana.chooseGame('Tic-tac-toe')
  const bob = await Person.at(browser, await ana.invite())
  await bob.takeSeat()
  // Bob answers the middle with a side of the board, which loses.
  const moves = ['b2', 'a2', 'a1', 'c3', 'b1', 'b3', 'c1']
  for (const [i, square] of moves.entries()) {
    const player = i % 2 === 0 ? ana : bob
    await player.expectStatus('Your turn')
    await player.target(square).click()
  }
  await ana.expectStatus('You win!')
  const { page } = ana
  await ana.button('More').click()
  await ana.button('Analyse this game').click()
  await page.waitForURL(/\/games\//)
  await page.getByRole('button', { name: 'Analyse the whole game' }).click()
  await expectStatus(page, 'You: no mistakes. Yellow: 1 mistake')
  await page
    .getByRole('button', { name: 'Start of the game' })
    .or(page.getByRole('button', { name: 'First position' }))
    .click()
  await page.getByRole('button', { name: 'Next mistake' }).click()
  // It stops before the mistake, and shows a better move.
  await expect(page).toHaveURL(/ply=1$/)
  await expectStatus(
    page,
    'Yellow played square a2 and let an attack come that nothing could stop. Square a1 kept the draw.',
  )
  await expect(page.locator('.board .played')).toBeVisible()
  await expect(page.locator('.board .better')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expectStatus(page, 'Mistake: the draw became a loss. Square a1 kept the draw.')
  await expect(page.locator('.board .better')).toHaveCount(0)
  await page.getByText('As a table').click()
  await expect(page.getByRole('row', { name: /^2\. Yellow, square a2/ })).toHaveText(
    /Mistake: the draw became a loss/,
  )
  // The sign of the mistake in the graph is light, on a dark mark.
  await expect(page.locator('.chart svg text')).toHaveCSS('fill', 'rgb(255, 255, 255)')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Try other moves' }).click()
  await expect(page).toHaveURL(/\/analysis\?variant=tictactoe&moves=b2\+a2$/)
  await page.goBack()
  // The analysis stays switched on.
  await expect(page.getByRole('button', { name: 'Analysis', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await bob.page.locator('.result-card').getByRole('link', { name: 'The turning point' }).click()
  await expectStatus(
    bob.page,
    'You played square a2 and let an attack come that nothing could stop. Square a1 kept the draw.',
  )
  await bob.expectDiscs(1)
  await expect(bob.page).toHaveURL(/\/games\/[a-z0-9]+\/1\?turning=yes$/)
  await expect(bob.page.locator('.board .played')).toBeVisible()
  await expect(bob.page.locator('.board .better')).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'Play on from here' })).toHaveAttribute(
    'href',
    /^\/play\?variant=tictactoe&moves=b2&from=/,
  )
  await expectAccessible(bob.page)
  await bob.button('Play it out').click()
  await expectStatus(bob.page, 'Red: square c1. Red has won')
  await expect(bob.page.locator('.board .better')).toHaveCount(0)
  await bob.button('Back to the turning point').click()
  await bob.expectDiscs(1)
  // The link shows it to anybody.
  const eve = await Person.at(browser, bob.page.url())
  await expectStatus(eve.page, /^Yellow played square a2 and let an attack come/)
  for (const person of [ana, bob, eve]) expect(person.browserErrors).toEqual([])
})

test('advice in a room shows its value', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await ana.chooseGame('Tic-tac-toe')
  await ana.changeOptions(async (dialog) => {
    await dialog.getByRole('radio', { name: 'Both' }).check()
  })
  await ana
    .button('On this device')
    .or(ana.page.getByRole('button', { name: /^On this device/ }))
    .click()
  await ana.page.waitForURL(/\/r\//)
  await expect(ana.page.getByText(/^Hint: square [abc][123], (draws|wins)/)).toBeVisible()
})
