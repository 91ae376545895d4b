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
  // The start page says that somebody waits for this game, and for no other.
  await bob.chooseGame('Tic-tac-toe')
  await expect(bob.button(/^Find an opponent/)).toContainText('1 is waiting')
  await bob.chooseGame('Force 3')
  await expect(bob.button(/^Find an opponent/)).not.toContainText('waiting')
  await bob.chooseGame('Tic-tac-toe')
  await bob.button(/^Find an opponent/).click()
  for (const person of [ana, bob]) await person.expectStatus(/Your turn|Your opponent’s turn/)
  await expect.poll(() => ana.page.url().split('?')[0]).toBe(bob.page.url().split('?')[0])
})

test('quick pairing offers the AI when nobody comes', { tag: '@long' }, async ({ browser, cluster }) => {
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
  await ana.playColumn(4)
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

test(
  'the lobby says that a list is cut, and shows the next page',
  { tag: '@long' },
  async ({ browser, cluster }) => {
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
  },
)
