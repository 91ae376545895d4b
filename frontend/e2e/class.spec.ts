import { expect } from '@playwright/test'
import { Person, test } from './people'
import { printed } from './printed'

test('a teacher opens rooms for two others each, and sees their games on the wall', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file)
  const eve = await Person.at(browser, `${url}/class`)
  await eve.chooseGame('Tic-tac-toe')
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
  await eve.page.getByLabel('Rooms').fill('30')
  await eve.button('Open rooms: 30').click()
  const question = eve.page.getByRole('dialog')
  await expect(question).toContainText('The links on this page give way to new ones.')
  await question.getByRole('button', { name: 'Open rooms: 30' }).click()
  await expect(eve.page.getByRole('img', { name: /QR code/ })).toHaveCount(30)
  // Ten links on each sheet.
  expect(await printed(eve.page)).toEqual({ sheets: 3, sizes: ['210 x 297'] })

  // Thirty tables take several pages of the wall.
  await eve.page.goto(`${url}/wall`)
  const page = eve.page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ })
  await expect(page).toHaveText(/^1 of /)
  await expect(eve.page.getByRole('link', { name: /Table 1\D/ })).toBeVisible()
  await eve.button('Next page').click()
  await expect(page).toHaveText(/^2 of /)
  await expect(eve.page.getByRole('link', { name: /Table 1\D/ })).toHaveCount(0)
})
