import { expect, test } from '@playwright/test'
import { Person, playOut } from './people'
import { World } from './processes'

/** The ways to play, beside two friends by a link (friends.spec.ts) and against the AI (distributed.spec.ts). */

let world: World
let url: string
test.beforeEach(async () => {
  world = new World()
  url = (await world.hub(`file:${world.folder}/quatre.db`, '-workers', '2')).url
})
test.afterEach(() => world.close())

/** Two people at one board, by a link. */
async function pair(browser: Parameters<typeof Person.at>[0], prepare?: (ana: Person) => Promise<void>) {
  const ana = await Person.at(browser, url)
  await prepare?.(ana)
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  await ana.says('Your turn')
  return [ana, bob] as const
}

test('AI against AI plays on, paced and paused, while others watch', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.choose('Tic-tac-toe')
  await ana.page.getByRole('button', { name: /^Watch AI against AI/ }).click()
  await ana.says('AI against AI')
  await ana.button('Pause').click()
  await ana.says('Paused')
  const eve = await Person.at(browser, ana.page.url())
  await eve.says('Paused')
  await expect(eve.button('Go on')).toBeHidden()
  await ana.page.getByRole('slider', { name: 'Speed' }).press('End') // as fast as they can
  await ana.button('Go on').click()
  await expect(eve.page.getByRole('status').filter({ hasText: /A draw|wins!/ })).toBeVisible()
  await ana.button('Play again').click()
  await ana.says(/AI against AI|A draw|wins!/)
})

test('quick pairing brings two strangers together', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.choose('Tic-tac-toe')
  await ana.button('Play anyone').click()
  await ana.page.waitForURL(/\/r\//)
  const bob = await Person.at(browser, url)
  await bob.choose('Tic-tac-toe')
  await bob.button('Play anyone').click()
  for (const person of [ana, bob]) await person.says(/Your turn|Player [12]’s turn/)
  await expect.poll(() => ana.page.url().split('?')[0]).toBe(bob.page.url().split('?')[0])
})

test('quick pairing offers the AI when nobody comes', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.choose('Tic-tac-toe')
  await ana.button('Play anyone').click()
  await expect(ana.page.getByText('Nobody yet? The AI plays at once.')).toBeVisible({ timeout: 20_000 })
  await ana.page.getByRole('button', { name: /Play the AI/ }).click()
  await ana.says(/Your turn|The AI is thinking/)
})

test('open rooms are listed live, and joined from the list', async ({ browser }) => {
  const eve = await Person.at(browser, `${url}/lobby`)
  await expect(eve.page.getByText('Nobody is waiting for an opponent.')).toBeVisible()
  const ana = await Person.at(browser, url)
  await ana.options(async (dialog) => {
    await dialog.getByLabel('Nickname (if you like)').fill('Ana')
    await dialog.getByRole('checkbox', { name: /^Show it among the open games/ }).setChecked(true)
  })
  await ana.button('Play with a friend').click()
  await ana.page.waitForURL(/\/r\//)
  await expect(eve.page.getByText('Ana is waiting')).toBeVisible()
  await eve.page.getByRole('link', { name: /Join/ }).click()
  await ana.says('Your turn')
  const carl = await Person.at(browser, `${url}/lobby`)
  await carl.page.getByRole('radio', { name: /To watch/ }).check()
  // Until the list has come, a page without a game to watch offers one of two AIs.
  await carl.page
    .getByRole('listitem')
    .filter({ hasText: 'Ana' })
    .getByRole('link', { name: /Watch/ })
    .click()
  await carl.says('Ana’s turn')
})

test('draws are offered, declined and agreed; moves are taken back by consent', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await playOut([4, 4], ana, bob)
  await bob.button('Take the last move back').click()
  await ana.says('Player 2 asks to take a move back')
  await ana.button('Accept').click()
  await bob.says('Your turn')
  await ana.sees(1)
  await bob.drop(1)
  await ana.button('More').click()
  await ana.button('Offer a draw').click()
  await bob.says('Player 1 offers a draw')
  await bob.button('Decline').click()
  await ana.says('Player 2 has declined the draw')
  await bob.button('More').click()
  await bob.button('Offer a draw').click()
  await ana.button('Accept').click()
  for (const person of [ana, bob]) await person.says('By agreement')
  for (const person of [ana, bob]) expect(person.complaints).toEqual([])
})

test('against the AI a move is taken back at once', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await ana.drop(4)
  await ana.says('Your turn')
  await ana.sees(2)
  await ana.button('Take the last move back').click()
  await ana.sees(0)
  await ana.drop(3)
  await ana.says('Your turn')
  await ana.sees(2)
})

test('a clock that runs out ends the game', async ({ browser }) => {
  const [ana, bob] = await pair(browser, (ana) =>
    ana.options(async (dialog) => {
      await dialog.getByRole('radio', { name: 'Each move' }).check()
      await dialog.getByRole('radio', { name: 'Your own' }).last().check()
      await dialog.getByLabel('Time a move').fill('5')
    }),
  )
  await playOut([4, 4, 4], ana, bob) // the first move of each is not timed
  await expect(ana.page.getByRole('timer').filter({ hasText: 'Time left' }).first()).toBeVisible()
  await ana.says('You win!')
  await ana.says('Player 2 ran out of time')
  await bob.says('Your time is up')
})

test('whoever has left can be claimed against, after a goodbye sooner', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await playOut([4, 4], ana, bob)
  await bob.button('Leave').click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(ana.page.getByText(/You can claim in 0:0\d/)).toBeVisible()
  await ana.button('Claim the win').click({ timeout: 20_000 })
  await ana.says('You win!')
  await ana.says('Player 2 had left')
})

test('players react, and can be muted', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await bob.button('Send a reaction').click()
  await bob.button('Good luck!').click()
  await expect(ana.page.getByText('Good luck!').first()).toBeVisible()
  await ana.button('Send a reaction').click()
  await ana.button('Hide reactions').click()
  await bob.button('Send a reaction').click()
  await bob.button('Oops!').click()
  // What Ana sees after her own move, she sees after the reaction that came before it.
  await ana.drop(4)
  await bob.says('Your turn')
  await expect(ana.page.getByText('Oops!')).toHaveCount(0)
})

test('advice is shown to the player whom it is for', async ({ browser }) => {
  const [ana, bob] = await pair(browser, (ana) =>
    ana.options(async (dialog) => {
      await dialog.getByRole('radio', { name: 'The other' }).check()
    }),
  )
  await ana.drop(4)
  await bob.says(/Advice: column \d/)
  await expect(ana.page.getByText(/Advice: column/)).toHaveCount(0)
  await expect(ana.page.getByText(/The AI advises/).first()).toBeAttached()
})
