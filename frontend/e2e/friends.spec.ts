import { expect, test } from '@playwright/test'
import { Person, playOut } from './people'
import { World } from './processes'

let world: World
let url: string
test.beforeEach(async () => {
  world = new World()
  url = (await world.hub(`file:${world.folder}/quatre.db`)).url
})
test.afterEach(() => world.close())

test('two friends play by a link, a third one watches', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  await expect(ana.page.getByRole('img', { name: 'QR code of the link to this room' })).toBeVisible()

  const bob = await Person.at(browser, link, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  await bob.sit()
  const eve = await Person.at(browser, link)
  await eve.says('Player 1’s turn')
  await expect(eve.page.getByText('You are watching')).toBeVisible()

  // By mouse, by touch, by keyboard.
  await ana.drop(4)
  await bob.says('Your turn')
  await bob.column(3).tap()
  await ana.says('Your turn')
  await ana.page.keyboard.press('4')
  await bob.drop(3)
  await ana.says('Your turn')
  await ana.column(5).focus()
  await ana.page.keyboard.press('ArrowLeft')
  await expect(ana.column(4)).toBeFocused()
  await ana.page.keyboard.press('Enter')
  await bob.drop(3)
  await ana.drop(4)
  await ana.says('You win!')
  await bob.says('You lose')
  await eve.says('Player 1 wins!')
  for (const person of [ana, bob, eve]) await person.sees(7)

  // Another game, asked for with the space key; the other one starts.
  await ana.page.keyboard.press('Space')
  await bob.says('Player 1 wants to play again')
  await bob.button('Play again').click()
  await bob.says('Your turn')
  await ana.says('Player 2’s turn')
  await eve.says('Player 2’s turn')
  await expect(eve.page.getByRole('group', { name: 'Players' })).toContainText('1')
  await playOut([1, 2, 1, 2, 1, 2, 1], bob, ana)
  await eve.says('Player 2 wins!')

  // Leave.
  await ana.page.keyboard.press('n')
  await expect(ana.button('Play with a friend')).toBeVisible()
  for (const person of [ana, bob, eve]) expect(person.complaints).toEqual([])
})

test('a draw is called one', async ({ browser }) => {
  test.setTimeout(120_000)
  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  // Columns filled in pairs, shifted so that no four of a colour meet.
  await playOut([...'121212212121343434434343565656656565777777'].map(Number), ana, bob)
  await ana.says('A draw')
  await bob.says('A draw')
  await ana.sees(42)
})

test('comes back by itself after a reload, a lost network and a sleep', async ({ browser }) => {
  const hub = new URL(url)
  const proxy = await world.proxy(Number(hub.port))
  const ana = await Person.at(browser, proxy.url)
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  await playOut([4, 4], ana, bob)

  await ana.page.reload()
  await ana.sees(2)
  await ana.drop(5)

  // The network goes away while it is Bob's turn: what he plays is sent when it is back.
  await bob.says('Your turn')
  proxy.unplug()
  await expect(bob.page.getByText('Reconnecting…')).toBeVisible()
  await bob.column(5).click()
  await bob.sees(4)
  proxy.plugged = true
  await ana.sees(4)
  await ana.drop(6)
  await bob.sees(5)

  // A tab that sleeps, and hears nothing of what happens.
  await bob.context.setOffline(true)
  await bob.context.setOffline(false)
  await bob.drop(6)
  await ana.sees(6)
})

test('a second tab takes the seat, and gives it back', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  const tab = await ana.context.newPage()
  await tab.goto(link)
  await expect(ana.page.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()
  await ana.button('Use it here').click()
  await expect(tab.getByRole('heading', { name: 'Open in another tab' })).toBeVisible()
  await expect(ana.page.getByText('Waiting for your friend…')).toBeVisible()
})

test('nicknames, a resignation, a full column, a seat that is taken', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.options((dialog) => dialog.getByLabel('Nickname (if you like)').fill('Ana'))
  const link = await ana.invite()
  const bob = await Person.at(browser, link)
  const eve = await Person.at(browser, link)
  await expect(eve.button('Play')).toBeVisible()
  await bob.sit()
  await expect(eve.button('Play')).toBeHidden() // somebody was faster
  await expect(bob.page.getByRole('group', { name: 'Players' })).toContainText('Ana')
  await playOut([4, 4, 4, 4, 4, 4], ana, bob)
  await ana.says('Your turn')
  await expect(ana.page.getByRole('button', { name: 'Column 4, full' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await ana.page.keyboard.press('4')
  await ana.drop(1)
  await bob.button('More').click()
  await bob.button('Resign').click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await ana.says('You win!')
  await eve.says('Ana wins!')
})

test('finished games are listed and replayed, also after a restart', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  await playOut([4, 3, 4, 3, 4, 3, 4], ana, bob)
  await ana.says('You win!')
  await world.stop()

  const again = await world.hub(`file:${world.folder}/quatre.db`)
  expect(again.url).not.toBe(url)
  const eve = await Person.at(browser, `${again.url}/games`)
  await eve.page.getByRole('radio', { name: 'All' }).check()
  await eve.page.getByRole('link', { name: /7 moves/ }).click()
  await eve.sees(7) // a replay opens at its end; before the game has come there are no discs, and keys do nothing
  await eve.page.keyboard.press('Home')
  await eve.sees(0)
  await eve.page.keyboard.press('ArrowRight')
  await eve.page.keyboard.press('ArrowRight')
  await eve.sees(2)
  await eve.page.keyboard.press('ArrowLeft')
  await eve.sees(1)
  await eve.page.keyboard.press('End')
  await eve.sees(7)
  expect(eve.complaints).toEqual([])
})

test('speaks the language of the browser, and the other one on request', async ({ browser }) => {
  const zoé = await Person.at(browser, url, { locale: 'fr-FR' })
  await expect(zoé.page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(zoé.page.getByRole('button', { name: /ami/ })).toBeVisible()
  await zoé.page.getByRole('button', { name: 'English' }).click()
  await expect(zoé.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(zoé.button('Play with a friend')).toBeVisible()
  await zoé.page.reload()
  await expect(zoé.button('Play with a friend')).toBeVisible()
})

test('addresses that lead nowhere say so', async ({ browser }) => {
  const eve = await Person.at(browser, `${url}/r/nosuchroom`)
  await expect(eve.page.getByRole('heading', { name: 'No such room' })).toBeVisible()
  await eve.page.goto(`${url}/games/nosuchroom/1`)
  await expect(eve.page.getByRole('heading', { name: 'No such game' })).toBeVisible()
  await eve.page.goto(`${url}/no/such/page`)
  await expect(eve.page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
})

test('a page that is too old loads itself anew once, and then says so', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  let tries = 0
  await ana.page.routeWebSocket(/\/live/, (socket) => {
    tries++
    void socket.close({ code: 4009, reason: 'this page is too old' })
  })
  await ana.page.goto(link)
  // It may say so for a moment before it loads itself anew, too.
  await expect.poll(() => tries).toBe(2)
  await expect(ana.page.getByRole('heading', { name: 'This page is too old' })).toBeVisible()
})

test('a page that is too old for what has happened loads itself anew, and has its seat again', async ({
  browser,
}) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  const bob = await Person.at(browser, link)
  await bob.sit()
  // The first page that follows sees Bob's move as one that a later version has made.
  let pages = 0
  await ana.page.routeWebSocket(/\/live/, (socket) => {
    const old = pages++ === 0
    const hub = socket.connectToServer()
    hub.onMessage((frame) => {
      const text = String(frame)
      socket.send(
        old && text.includes('"seat":2,"move"') ? text.replace('"type":"moved"', '"type":"danced"') : text,
      )
    })
  })
  await ana.page.goto(link)
  await ana.drop(4)
  await bob.drop(4)
  await expect.poll(() => pages).toBe(2)
  await ana.sees(2)
  await ana.drop(5)
  await bob.sees(3)
})
