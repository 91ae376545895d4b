import { expect } from '@playwright/test'
import { messages } from './messages'
import { pair, Person, playColumns, test } from './people'

test('two friends play by a link, and a third person watches', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  await expect(ana.page.getByRole('img', { name: 'QR code of the link to this room' })).toBeVisible()

  // Ana wants to be told. This browser has no notifications of its own.
  await ana.page.evaluate(() => {
    const told: string[] = []
    class Notification {
      static permission = 'default'
      static requestPermission = async () => (Notification.permission = 'granted')
      constructor(title: string) {
        told.push(title)
      }
      close() {}
    }
    Object.assign(window, { Notification, told })
  })
  await ana.button('Copy link').click()
  await ana.button('Tell me when they are here').click()
  await expect(ana.page.getByText('A notification will tell you.')).toBeVisible()

  // The link to watch offers no seat, and whoever opened it is not the friend.
  const eve = await Person.at(browser, `${link}?watch`)
  await eve.expectStatus('You’re watching')
  await ana.expectStatus('Waiting for your friend…')
  const bob = await Person.at(browser, link, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'no-preference',
  })
  await expect(bob.button('Play')).toBeVisible()
  await ana.expectStatus('Somebody has opened your link…')
  await expect(ana.page.getByText('1 spectator')).toBeVisible()
  const look = (hidden: boolean) =>
    ana.page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  await bob.takeSeat()
  await expect(ana.page).toHaveTitle('Your friend is here')
  expect(await ana.page.evaluate(() => (window as never as { told: string[] }).told)).toEqual([
    'Your friend is here',
  ])
  await look(false)
  await expect(ana.page).toHaveTitle(/Your turn/)
  await eve.expectStatus('Red’s turn')
  await expect(eve.page.getByText('You’re watching').first()).toBeVisible()
  await expect(eve.button('Play next')).toHaveCount(0)

  // By mouse, by touch, by keyboard.
  await ana.playColumn(4)
  await bob.expectStatus('Your turn')
  await bob.column(3).tap()
  await ana.expectStatus('Your turn')
  await ana.page.keyboard.press('4')
  await bob.playColumn(3)
  await ana.expectStatus('Your turn')
  await ana.column(5).focus()
  await ana.page.keyboard.press('ArrowLeft')
  await expect(ana.column(4)).toBeFocused()
  await ana.page.keyboard.press('Enter')
  await bob.playColumn(3)
  await ana.playColumn(4)
  await ana.expectStatus('You win!')
  await bob.expectStatus('You lose')
  await eve.expectStatus('Red wins!')
  for (const person of [ana, bob, eve]) await person.expectDiscs(7)

  // The result can be shared; the text does not lead to the room.
  await eve.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await eve.button('Share').click()
  await eve.button('Copy result').click()
  await expect(eve.button('Copied')).toBeVisible()
  const shared = await eve.page.evaluate(() => navigator.clipboard.readText())
  expect(shared).toContain('⚫⚫🟡🔴⚫⚫⚫')
  expect(shared).toMatch(/\/games\/\w+\/1$/)
  expect(shared).not.toContain(new URL(link).pathname.split('/').at(-1))
  await eve.page.keyboard.press('Escape')
  await expect(eve.button('Share')).toBeFocused()

  // A rematch, requested with the space key; the other player starts.
  await ana.page.keyboard.press('Space')
  await bob.expectStatus('Your friend wants to play again')
  await bob.again().click()
  await bob.expectStatus('Your turn')
  await ana.expectStatus('Your friend’s turn')
  await eve.expectStatus('Yellow’s turn')
  await expect(eve.page.getByRole('group', { name: 'Players' })).toContainText('1')
  // With the other link, the third friend may play the next game. Who has lost lets her, and waits in turn.
  await eve.page.goto(link)
  await eve.page.getByRole('textbox', { name: 'Your name' }).fill('Eve')
  await eve.button('Play next').click()
  await expect(eve.page.getByText('You play the next game').first()).toBeVisible()
  await playColumns([1, 2, 1, 2, 1, 2, 1], bob, ana)
  await expect(eve.page.getByRole('heading', { name: 'Yellow wins!' })).toBeVisible()
  const wide = await ana.page.locator('.result-card').evaluate((card) => card.scrollWidth - card.clientWidth)
  expect(wide, 'the buttons reach out of the card').toBe(0)
  await ana.again('Let Eve play').click()
  await expect(bob.page.getByText('Your friend lets Eve play').first()).toBeVisible()
  await bob.again().click()
  await eve.expectStatus('Your turn')
  await expect(eve.page.getByText('You play now').first()).toBeVisible()
  await expect(ana.page.getByText('You play the next game').first()).toBeVisible()
  await ana.button('Stop waiting').click()

  // The rematch reaches who has left.
  await eve.resign()
  await bob.expectStatus('You win!')
  await bob.page.getByRole('button', { name: 'Leave' }).click()
  await expect(bob.button(/^Play Eve again/)).toBeVisible()
  await eve.again().click()
  await expect(eve.page.getByText('Your friend left.').first()).toBeVisible()
  await expect(eve.button('Send them the link')).toBeVisible()
  await bob.button(/^Eve wants a rematch/).click()
  await eve.expectStatus('Your friend’s turn')

  // Leave.
  await ana.page.keyboard.press('n')
  await expect(ana.button('Play with a friend')).toBeVisible()
  for (const person of [ana, bob, eve]) expect(person.browserErrors).toEqual([])
})

test('the page reconnects after a reload, a network failure and a sleep', async ({
  browser,
  cluster,
  url,
}) => {
  const proxy = await cluster.proxy(Number(new URL(url).port))
  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, (await ana.invite()).replace(url, proxy.url))
  await bob.takeSeat()
  await playColumns([4, 4], ana, bob)

  await ana.page.reload()
  await ana.expectDiscs(2)
  await ana.playColumn(5)

  // The network fails during Bob's turn: his move is sent when the network is back.
  await bob.expectStatus('Your turn')
  proxy.unplug()
  await expect(bob.page.getByText('Reconnecting…')).toBeVisible()
  await expect(ana.page.getByText('Away, may come back')).toBeVisible()
  await bob.column(5).click()
  await bob.expectDiscs(4)
  proxy.plugged = true
  await ana.expectDiscs(4)
  await expect(ana.page.getByText('Away, may come back')).toBeHidden()
  await ana.playColumn(6)
  await bob.expectDiscs(5)

  // Nothing comes through, though no connection is closed. Both are told; the move waits.
  proxy.stall(true)
  await expect(ana.page.getByText('Away, may come back')).toBeVisible()
  await expect(bob.page.getByText('Reconnecting…')).toBeVisible()
  await bob.column(6).click()
  await bob.expectDiscs(6)
  proxy.stall(false)
  await ana.expectDiscs(6)
  await expect(ana.page.getByText('Away, may come back')).toBeHidden()
  await ana.playColumn(2)

  // The tab is offline for a moment.
  await bob.expectStatus('Your turn')
  await bob.context.setOffline(true)
  await expect(bob.page.getByText('Reconnecting…')).toBeVisible()
  await bob.context.setOffline(false)
  await expect(bob.page.getByText('Reconnecting…')).toBeHidden()
  await bob.playColumn(2)
  await ana.expectDiscs(8)
})

test('a second tab takes the seat, and the first takes it back', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  const tab = await ana.context.newPage()
  await tab.goto(link)
  await expect(ana.page.getByRole('heading', { name: 'Already open in another tab' })).toBeVisible()
  await ana.button('Play here').click()
  await expect(tab.getByRole('heading', { name: 'Already open in another tab' })).toBeVisible()
  await ana.expectStatus('Waiting for your friend…')
})

test('a double click plays once, also if the friend answers between', async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  const click = async (clickCount: number) => {
    await ana.page.mouse.down({ clickCount })
    await ana.page.mouse.up({ clickCount })
  }
  await ana.column(4).hover()
  await click(1)
  await bob.playColumn(3)
  await ana.expectStatus('Your turn')
  await click(2)
  // A press that began before the friend's answer plays nothing, either.
  await ana.playColumn(5)
  await bob.expectStatus('Your turn')
  await ana.page.mouse.down()
  await bob.playColumn(3)
  await ana.expectStatus('Your turn')
  await ana.page.mouse.up()
  await ana.playColumn(6)
  await bob.expectDiscs(5)
})

test(
  'nicknames, a full column, a resignation, and a seat that somebody else took',
  { tag: '@long' },
  async ({ browser, url }) => {
    const ana = await Person.at(browser, url)
    const link = await ana.invite()
    const bob = await Person.at(browser, link, { hasTouch: true })
    const eve = await Person.at(browser, link)
    await expect(bob.page.getByRole('heading', { name: 'You are invited to Connect Four' })).toBeVisible()
    // Ana types her name into the card, and her guests read it at once.
    await ana.page.getByLabel('Your name').fill('Ana')
    for (const guest of [bob, eve])
      await expect(guest.page.getByRole('heading', { name: 'Ana invites you to Connect Four' })).toBeVisible()
    await bob.page.getByLabel('Your name (optional)').fill('Bob')
    await bob.takeSeat()
    await expect(ana.page.getByText('Bob is here', { exact: true })).toBeVisible()
    await expect(eve.button('Play')).toBeHidden() // somebody was faster
    for (const person of [ana, bob, eve])
      await expect(person.page.getByRole('group', { name: 'Players' })).toContainText(/Ana.*Bob/)
    await playColumns([4, 4, 4, 4, 4, 4], ana, bob)
    await ana.expectStatus('Your turn')
    await expect(ana.page.getByRole('button', { name: 'Column 4, full' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    // The page says why nothing happens after a key, a tap or a click. In the next position the message is gone.
    const full = 'That column is full: choose another one.'
    await ana.page.keyboard.press('4')
    await ana.expectStatus(full)
    await ana.playColumn(1)
    await expect(ana.page.getByText(full)).toHaveCount(0)
    await bob.expectStatus('Your turn')
    await bob.column(4).tap({ force: true })
    await bob.expectStatus(full)
    await bob.playColumn(1)
    await ana.expectStatus('Your turn')
    await ana.column(4).click({ force: true })
    await ana.expectStatus(full)
    await bob.resign()
    await ana.expectStatus('You win!')
    await eve.expectStatus('Ana wins!')

    // The names are remembered: the next guest sits down with one tap. The start page goes on with the game.
    await bob.page.goto(url)
    await expect(bob.button('Bob – Change name')).toBeVisible()
    const next = await bob.invite()
    await ana.page.goto(next)
    await expect(ana.page.getByText('You play as Ana')).toBeVisible()
    await ana.takeSeat()
    await expect(bob.page.getByText('Ana is here', { exact: true })).toBeVisible()
    await bob.playColumn(4)
    await ana.page.goto(url)
    await expect(ana.page.getByRole('link', { name: /^Your turn against Bob/ })).toBeVisible()
    await bob.page.goto(url)
    await expect(bob.page.getByRole('link', { name: /^Ana’s turn/ })).toBeVisible()
    await bob.page.getByRole('link', { name: /^Ana’s turn/ }).click()
    await bob.expectDiscs(1)
  },
)

test('a browser that keeps no cookies', { tag: '@long' }, async ({ browser, url }) => {
  const t = messages('en')
  const eve = await Person.at(browser, url)
  await eve.refuseCookies()
  await eve.page.reload()
  for (const way of [t('start_friend'), t('start_anyone')]) {
    await eve.button(way).click()
    await expect(eve.page.getByText(t('refused_no_cookie'))).toBeVisible()
    expect(new URL(eve.page.url()).pathname).toBe('/')
  }
  await eve.button(/^On this device/).click()
  await expect(eve.page.getByText(t('device_room'))).toBeVisible()
  await eve.column(4).click()
  await eve.expectDiscs(1)
  await eve.page.goto(url)
  await eve.button(t('start_ai')).click()
  await expect(eve.page.getByText(t('device_room'))).toBeVisible()
  await eve.playColumn(4)
  await eve.expectDiscs(2)

  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, await ana.invite(), { locale: 'fr-FR' })
  await bob.refuseCookies()
  await bob.page.reload()
  await bob.button(messages('fr')('join_sit')).click()
  await expect(
    bob.page.getByRole('alert').filter({ hasText: messages('fr')('refused_no_cookie') }),
  ).toBeVisible()
  await ana.expectStatus('Somebody has opened your link…')
  await bob.context.unrouteAll()
  await bob.page.reload()
  await bob.button(messages('fr')('join_sit')).click()
  await ana.playColumn(4)

  // The cookie is deleted during the game.
  await ana.context.clearCookies()
  for (let i = 0; i < 2; i++) {
    await ana.page.reload()
    await ana.expectStatus(t('seat_lost'))
  }
  await bob.page.goto(`${url}/games`)
  await expect(bob.page.getByText(messages('fr')('games_empty_mine'))).toBeVisible()
})

test(
  'finished games are listed and replayed after a restart of the hub',
  { tag: '@long' },
  async ({ browser, cluster }) => {
    const { url } = await cluster.hub(cluster.file)
    const ana = await Person.at(browser, url)
    const bob = await Person.at(browser, await ana.openForAll())
    await bob.takeSeat()
    await playColumns([4, 3, 4, 3, 4, 3, 4], ana, bob)
    await ana.expectStatus('You win!')
    await cluster.stop()

    const again = await cluster.hub(cluster.file)
    expect(again.url).not.toBe(url)
    const eve = await Person.at(browser, `${again.url}/games`)
    await eve.page.getByRole('radio', { name: 'All' }).check()
    await eve.page.getByRole('link', { name: /7 moves/ }).click()
    await eve.expectDiscs(7) // wait until the game is loaded; a replay opens at its end
    await eve.page.keyboard.press('Home')
    await eve.expectDiscs(0)
    await eve.page.keyboard.press('ArrowRight')
    await eve.page.keyboard.press('ArrowRight')
    await eve.expectDiscs(2)
    await eve.page.keyboard.press('ArrowLeft')
    await eve.expectDiscs(1)
    await eve.page.keyboard.press('End')
    await eve.expectDiscs(7)
    expect(eve.browserErrors).toEqual([])
  },
)

test('the page uses the language of the browser, and can be switched', async ({ browser, url }) => {
  const zoé = await Person.at(browser, url, { locale: 'fr-FR' })
  await expect(zoé.page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(zoé.page.getByRole('button', { name: /ami/ })).toBeVisible()
  await zoé.page.getByRole('button', { name: 'English' }).click()
  await expect(zoé.page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(zoé.button('Play with a friend')).toBeVisible()
  await zoé.page.reload()
  await expect(zoé.button('Play with a friend')).toBeVisible()
})

test('an outdated page reloads itself once, and then shows a message', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  let loads = 0
  ana.page.on('domcontentloaded', () => loads++)
  await ana.page.routeWebSocket(/\/live/, (socket) => {
    void socket.close({ code: 4009, reason: 'this page is too old' })
  })
  await ana.page.goto(link)
  // The page may show the message for a moment before it reloads.
  await expect.poll(() => loads).toBe(2)
  await expect(ana.page.getByRole('heading', { name: 'This page is too old' })).toBeVisible()
})

test(
  'a page that is too old for an entry reloads itself and keeps its seat',
  { tag: '@long' },
  async ({ browser, url }) => {
    const ana = await Person.at(browser, url)
    const link = await ana.invite()
    const bob = await Person.at(browser, link)
    await bob.takeSeat()
    // The next page that connects sees Bob's move as an entry of an unknown type.
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
    await ana.playColumn(4)
    await bob.playColumn(4)
    await expect.poll(() => pages).toBe(2)
    await ana.expectDiscs(2)
    await ana.playColumn(5)
    await bob.expectDiscs(3)
  },
)
