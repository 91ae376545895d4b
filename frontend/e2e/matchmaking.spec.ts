import { expect } from '@playwright/test'
import { Person, test } from './people'

/** Finding an opponent: quick pairing and the lobby. */

test('quick pairing brings two strangers together', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '2')
  const ana = await Person.at(browser, url)
  await ana.chooseGame('Tic-tac-toe')
  await ana.button('Find an opponent').click()
  await ana.page.waitForURL(/\/r\//)
  const bob = await Person.at(browser, url)
  await bob.chooseGame('Tic-tac-toe')
  await bob.button('Find an opponent').click()
  for (const person of [ana, bob]) await person.expectStatus(/Your turn|(Red|Yellow)’s turn/)
  await expect.poll(() => ana.page.url().split('?')[0]).toBe(bob.page.url().split('?')[0])
})

test('quick pairing offers the AI when nobody comes', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '2')
  const ana = await Person.at(browser, url)
  await ana.page.clock.install()
  await ana.page.reload()
  await ana.chooseGame('Tic-tac-toe')
  await ana.button('Find an opponent').click()
  await ana.page.waitForURL(/\/r\//)
  await ana.page.clock.fastForward(9000)
  await expect(ana.page.getByText('Nobody yet? You can play the AI now.')).toBeVisible()
  await ana.page.getByRole('button', { name: /Play the AI/ }).click()
  await ana.expectStatus(/Your turn|The AI is thinking/)
})

test('the lobby lists open rooms live, and a room can be joined and watched from it', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '2')
  const eve = await Person.at(browser, `${url}/lobby`)
  await expect(eve.page.getByText('Nobody is waiting for an opponent.')).toBeVisible()
  const ana = await Person.at(browser, url)
  await ana.changeOptions(async (dialog) => {
    await dialog.getByLabel('Name (optional)').fill('Ana')
    await dialog.getByRole('checkbox', { name: /^Show among the open games/ }).setChecked(true)
  })
  await ana.button('Play with a friend').click()
  await ana.page.waitForURL(/\/r\//)
  await expect(eve.page.getByText('Ana is waiting')).toBeVisible()
  await eve.page.getByRole('link', { name: /Join/ }).click()
  await ana.expectStatus('Your turn')
  // The start page shows the game live.
  const dora = await Person.at(browser, url)
  await expect(dora.page.getByRole('link', { name: 'Ana vs Yellow' })).toBeVisible()
  await ana.playColumn(4)
  await expect(dora.page.locator('.live path.body')).toHaveCount(1)
  const carl = await Person.at(browser, `${url}/lobby`)
  await carl.page.getByRole('radio', { name: /To watch/ }).check()
  // Wait for Ana's row: before the list arrives, the page has a button for AI against AI.
  await carl.page
    .getByRole('listitem')
    .filter({ hasText: 'Ana' })
    .getByRole('link', { name: /Watch/ })
    .click()
  await carl.expectStatus('Yellow’s turn')
})

test('the lobby says that a list is cut, and shows the next page', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page } = await Person.at(browser, `${url}/lobby`)
  for (let i = 0; i < 12; i++) {
    const data = {
      id: `w${i}`,
      variant: 'tictactoe',
      opponent: 'watch',
      levels: ['easy', 'easy'],
      open: true,
    }
    expect((await page.request.post(`${url}/api/rooms`, { data })).status()).toBe(201)
  }
  await page.getByRole('radio', { name: 'To watch (10+)' }).check()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('radio', { name: 'To watch (12)' })).toBeChecked()
  await expect(page.getByRole('listitem')).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'To watch: 12.' })).toBeAttached()
})

test('a teacher opens rooms for two others each, and sees their games on the wall', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file)
  const eve = await Person.at(browser, `${url}/class`)
  await eve.page.getByRole('radio', { name: 'Tic-tac-toe' }).check()
  await eve.page.getByLabel('Rooms').fill('2')
  await eve.button('Open rooms: 2').click()
  const links = eve.page.getByRole('listitem').getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(eve.page.getByRole('img', { name: /QR code/ })).toHaveCount(2)
  await expect(eve.page.getByText('Table 2')).toBeVisible()
  await eve.page.reload()
  await expect(links, 'the browser remembers the sheet').toHaveCount(2)
  const room = new URL((await links.first().getAttribute('href'))!, url).href

  const ana = await Person.at(browser, room)
  await ana.button('Play').click()
  await ana.expectStatus(/Waiting/)
  await links.first().click()
  await expect(eve.page.getByRole('heading', { name: 'Invite two others' })).toBeVisible()
  await expect(eve.button('Play')).toHaveCount(0)
  const bob = await Person.at(browser, room)
  await bob.button('Play').click()
  await ana.expectStatus('Your turn')
  await eve.expectStatus(/Red’s turn/)
  await ana.target('b2').click()
  await bob.expectStatus('Your turn')

  await eve.page.goto(`${url}/wall`)
  const game = eve.page.getByRole('link', { name: /1 move, Yellow’s turn/ })
  await expect(game).toBeVisible()
  await bob.target('a3').click()
  await expect(eve.page.getByRole('link', { name: /2 moves, Red’s turn/ })).toBeVisible()
  await expect(eve.page.getByRole('link', { name: /Table 2.*Waiting for players/s })).toBeVisible()
  for (const [person, square] of [
    [ana, 'b1'],
    [bob, 'a2'],
    [ana, 'b3'],
  ] as const) {
    await person.expectStatus('Your turn')
    await person.target(square).click()
  }
  const result = eve.page.getByRole('link', { name: /Table 1.*Red wins!/s })
  await expect(result, 'the result stays on the wall').toBeVisible()
  await expect(result.locator('.board .won, .board [class*="won"]').first()).toBeAttached()
  await result.click()
  await eve.page.waitForURL(room)

  await eve.page.goto(`${url}/class`)
  await eve.button('Open rooms: 15').click()
  await expect(eve.page.getByRole('dialog')).toContainText('The links on this page give way to new ones.')
})
