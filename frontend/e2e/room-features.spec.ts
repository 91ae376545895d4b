import { expect } from '@playwright/test'
import { pair, Person, playColumns, test } from './people'

/** What players can do in a room besides playing: looking back, offers, clocks, claims, reactions, spectators. */

/** The sizes for which the layout of a room is designed. */
const SIZES = [
  [320, 640],
  [360, 740],
  [740, 360],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [2560, 1440],
] as const

test('a running game fits every window, and the board is as large as it can be', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await ana.playColumn(4)
  await ana.expectDiscs(2)
  await expect(ana.page.getByRole('timer')).toHaveCount(0) // a game without a clock
  const parts = [ana.board, ana.page.getByRole('group', { name: 'Players' }).getByRole('group').first()]
  for (const [width, height] of SIZES) {
    await ana.page.setViewportSize({ width, height })
    // The page has the new size a moment later.
    await expect(async () => {
      const overflow = await ana.page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
        return [innerWidth, innerHeight, scrollWidth - clientWidth, scrollHeight - clientHeight]
      })
      expect(overflow).toEqual([width, height, 0, 0])
      const board = (await ana.board.boundingBox())!
      // The board fills the window's width or height, but for the header and what stands against it.
      expect(Math.max(board.width / width, board.height / height), `${width}x${height}`).toBeGreaterThan(0.85)
    }).toPass({ timeout: 30_000 })
    const [board, player, column] = await Promise.all(
      [...parts, ana.column(1)].map(async (part) => (await part.boundingBox())!),
    )
    expect(column!.width, `columns at ${width}x${height}`).toBeGreaterThanOrEqual(width < height ? 40 : 44)
    // The players stand against the board, not far from it.
    const gap = Math.max(
      player!.x - board!.x - board!.width,
      board!.x - player!.x - player!.width,
      board!.y - player!.y - player!.height,
    )
    expect(gap, `from the board to a player at ${width}x${height}`).toBeLessThan(80)
  }
})

test(
  'a player looks back, sees whose turn it is, and returns',
  { tag: '@long' },
  async ({ browser, url }) => {
    const [ana, bob] = await pair(browser, url)
    await playColumns([4, 3, 4], ana, bob)
    await ana.expectDiscs(3)
    const look = async () => {
      await ana.page.getByRole('button', { name: '1. Red, column 4' }).click()
      await ana.expectDiscs(1)
    }
    await look()
    await ana.page.keyboard.press('Escape')
    await ana.expectDiscs(3)
    await look()
    // The opponent's move ends it.
    await bob.playColumn(3)
    await ana.expectDiscs(4)
    await look()
    await ana.expectStatus('Your turn')
    await ana.button(/Back to the game/).click()
    await ana.expectDiscs(4)
    await ana.playColumn(4)
    await bob.expectDiscs(5)
  },
)

test('draws are offered, declined and agreed; takebacks need consent', async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  await playColumns([4, 4], ana, bob)
  await bob.button('Take the last move back').click()
  await ana.expectStatus('Your friend asks to take a move back')
  await expectLaneFree(ana)
  await ana.button('Accept').click()
  await bob.expectStatus('Your turn')
  await ana.expectDiscs(1)
  await bob.playColumn(1)
  await ana.button('More').click()
  await ana.button('Offer a draw').click()
  await bob.expectStatus('Your friend offers a draw')
  await bob.button('Decline').click()
  await ana.expectStatus('Your friend declined the draw')
  await bob.button('More').click()
  await bob.button('Offer a draw').click()
  await ana.button('Accept').click()
  for (const person of [ana, bob]) await person.expectStatus('By agreement')
  for (const person of [ana, bob]) expect(person.browserErrors).toEqual([])
})

/** Expects that a question and its answers leave the disc in hand free, also on the smallest phone. */
async function expectLaneFree({ page }: Person) {
  const before = page.viewportSize()!
  for (const size of [
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size)
    const answers = (await page.locator('.answers').boundingBox())!
    const board = (await page.locator('.stage svg').first().boundingBox())!
    expect(answers.y + answers.height, `at ${size.width} px`).toBeLessThanOrEqual(board.y)
  }
  await page.setViewportSize(before)
}

test(
  'an invitation that has ended offers a new one with the same options',
  { tag: '@long' },
  async ({ browser, url }) => {
    const ana = await Person.at(browser, url)
    await ana.changeOptions(async (dialog) => {
      await dialog.getByLabel('Name (optional)').fill('Ana')
      await dialog.getByRole('radio', { name: 'Each move' }).check()
    })
    const link = await ana.invite()
    await expect(ana.page.getByText('The link works for 14 days.')).toBeVisible()
    const bob = await Person.at(browser, url)
    // The hub's clock goes on by two weeks.
    await bob.page.routeWebSocket(/\/live/, (socket) => {
      if (!socket.url().includes(link.split('/').at(-1)!)) return void socket.connectToServer()
      socket.connectToServer().onMessage((text) => {
        const frame = JSON.parse(String(text))
        if (frame.t === 'welcome') frame.n++
        if (frame.t === 'entries') {
          const { n, at } = frame.entries.at(-1)
          const data = { reason: 'unjoined' }
          frame.entries.push({ n: n + 1, at: at + 14 * 86_400_000, type: 'closed', data, digest: 'later' })
        }
        socket.send(JSON.stringify(frame))
      })
    })
    await bob.page.goto(link)
    await bob.expectStatus('This invitation has ended')
    await expect(bob.page.getByRole('heading', { name: 'Ana invited you to Connect Four' })).toBeVisible()
    const terms = await bob.page.locator('.invitation p').first().innerText()
    await bob.button('Invite Ana to a new game').click()
    await expect(bob.page.getByRole('heading', { name: 'Invite a friend' })).toBeVisible()
    expect(bob.page.url()).not.toBe(link)
    expect(terms).toContain('per move')
    await expect(bob.page.locator('.invitation')).toContainText(terms)
  },
)

test('a clock that runs out ends the game', { tag: '@long' }, async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url, (ana) =>
    ana.changeOptions(async (dialog) => {
      await dialog.getByRole('radio', { name: 'Each move' }).check()
      await dialog.getByRole('radio', { name: 'Custom' }).last().check()
      await dialog.getByLabel('Time per move').fill('5')
    }),
  )
  await playColumns([4, 4, 4], ana, bob) // the first move of each is not timed
  await expect(ana.page.getByRole('timer').filter({ hasText: 'Time left' }).first()).toBeVisible()
  await ana.expectStatus('You win!')
  await ana.expectStatus('Your friend ran out of time')
  await bob.expectStatus('Your time is up')
})

test(
  'a player can claim the win soon after the opponent’s goodbye',
  { tag: '@long' },
  async ({ browser, url }) => {
    const [ana, bob] = await pair(browser, url)
    await playColumns([4, 4], ana, bob)
    await bob.button('Leave').click()
    await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(ana.page.getByText('Away, may come back')).toBeVisible()
    await expect(ana.page.getByText('End the game?')).toBeHidden()
    await ana.expectStatus('End the game?')
    await expectLaneFree(ana)
    await ana.button('Claim the win').click()
    await ana.expectStatus('You win!')
    await ana.expectStatus('Your friend left the game')
  },
)

test('players send reactions, and can hide them', async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  await bob.button('Send a reaction').click()
  await bob.button('Good luck!').click()
  await expect(ana.page.getByText('Good luck!').first()).toBeVisible()
  await ana.button('Send a reaction').click()
  await ana.button('Hide reactions').click()
  await bob.button('Send a reaction').click()
  await bob.button('Oops!').click()
  // The reaction is in the log before Ana's move. So when Bob's turn shows, Ana's page has folded the reaction.
  await ana.playColumn(4)
  await bob.expectStatus('Your turn')
  await expect(ana.page.getByText('Oops!')).toHaveCount(0)
})

test(
  'the owner shuts spectators out, by the keyboard, and lets them in again',
  { tag: '@long' },
  async ({ browser, url }) => {
    const [ana, bob] = await pair(browser, url)
    const eve = await Person.at(browser, ana.page.url())
    await expect(eve.page.getByText('You’re watching')).toBeVisible()
    const toggle = async () => {
      await ana.button('More').press('Enter')
      await ana.page.getByRole('switch', { name: 'Allow spectators' }).press('Enter')
    }
    await bob.button('More').click()
    await expect(bob.page.getByRole('switch', { name: 'Allow spectators' })).toHaveCount(0)
    await toggle()
    await expect(eve.page.getByRole('heading', { name: 'No spectators' })).toBeVisible()
    await expect(bob.page.getByText('No spectators').last()).toBeVisible()
    await eve.button('Try again').click()
    await expect(eve.page.getByRole('heading', { name: 'No spectators' })).toBeVisible()
    await ana.playColumn(4)
    await toggle()
    await expect(bob.page.getByText('No spectators')).toHaveCount(0)
    await eve.button('Try again').click()
    await expect(eve.page.getByText('You’re watching')).toBeVisible()
    await eve.expectDiscs(1)
  },
)

test('a shared replay does not lead to the room', { tag: '@long' }, async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url)
  const room = new URL(ana.page.url()).pathname
  await playColumns([4, 3, 4, 3], ana, bob)
  await ana.resign() // a game resigned earlier is not kept
  await bob.expectStatus('You win!')
  await bob.button('More').click()
  await bob.button('Replay this game').click()
  await bob.expectDiscs(4)
  await bob.openMore()
  await expect(bob.page.getByRole('link', { name: 'To the room' })).toHaveAttribute('href', room)
  expect(bob.page.url()).not.toContain(room.slice('/r/'.length))

  const eve = await Person.at(browser, bob.page.url())
  await eve.expectDiscs(4)
  await eve.openMore()
  await expect(eve.page.getByRole('link', { name: 'To the room' })).toHaveCount(0)
  expect(await eve.page.content()).not.toContain(room.slice('/r/'.length))
  await eve.page.goto(`${url}/games?of=all`)
  await expect(eve.page.getByRole('link', { name: /Red/ })).toHaveCount(0)
})
