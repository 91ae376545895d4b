import { expect, test } from '@playwright/test'
import { Person, playColumns } from './people'
import { TestCluster } from './processes'

/** What players can do in a room besides playing: AI against AI, offers, clocks, claims, reactions, advice. */

let cluster: TestCluster
let url: string
test.beforeEach(async () => {
  cluster = new TestCluster()
  url = (await cluster.hub(`file:${cluster.folder}/quatre.db`, '-workers', '2')).url
})
test.afterEach(() => cluster.close())

/** Two people in one room. */
async function pair(browser: Parameters<typeof Person.at>[0], prepare?: (ana: Person) => Promise<void>) {
  const ana = await Person.at(browser, url)
  await prepare?.(ana)
  const bob = await Person.at(browser, await ana.invite())
  await bob.takeSeat()
  await ana.expectStatus('Your turn')
  return [ana, bob] as const
}

test('the owner of AI against AI sets its pace and pauses it, while others watch', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.chooseGame('Tic-tac-toe')
  await ana.page.getByRole('button', { name: /^Watch AI against AI/ }).click()
  await ana.expectStatus('AI against AI')
  await ana.button('Pause').click()
  await ana.expectStatus('Paused')
  const eve = await Person.at(browser, ana.page.url())
  await eve.expectStatus('Paused')
  await expect(eve.button('Continue')).toBeHidden()
  await ana.page.getByRole('slider', { name: 'Speed' }).press('End') // as fast as they can
  await ana.button('Continue').click()
  await expect(eve.page.getByRole('status').filter({ hasText: /a draw|wins!/ })).toBeVisible()
  await ana.again().click()
  await ana.expectStatus(/AI against AI|a draw|wins!/)
})

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

test('a running game fits every window, and the board is as large as it can be', async ({ browser }) => {
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

test('a player looks back, sees whose turn it is, and returns', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
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
})

test('draws are offered, declined and agreed; takebacks need consent', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await playColumns([4, 4], ana, bob)
  await bob.button('Take the last move back').click()
  await ana.expectStatus('Player 2 asks to take a move back')
  await ana.button('Accept').click()
  await bob.expectStatus('Your turn')
  await ana.expectDiscs(1)
  await bob.playColumn(1)
  await ana.button('More').click()
  await ana.button('Offer a draw').click()
  await bob.expectStatus('Player 1 offers a draw')
  await bob.button('Decline').click()
  await ana.expectStatus('Player 2 declined the draw')
  await bob.button('More').click()
  await bob.button('Offer a draw').click()
  await ana.button('Accept').click()
  for (const person of [ana, bob]) await person.expectStatus('By agreement')
  for (const person of [ana, bob]) expect(person.browserErrors).toEqual([])
})

test('against the AI a move is taken back at once', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  await ana.button('Take the last move back').click()
  await ana.expectDiscs(0)
  await ana.playColumn(3)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
})

test('a person builds a level and plays it', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Your own levels').click()
  const dialog = ana.page.getByRole('dialog', { name: 'Your own levels' })
  await dialog.getByRole('button', { name: '100 / 10 / 1' }).click()
  await dialog.getByRole('combobox', { name: 'Depth (moves)' }).selectOption('3')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await expect(dialog.getByRole('textbox', { name: /^As text/ })).toHaveValue(
    'custom:depth=3,open3=100,open2=10,open1=1,name=Ada',
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('status')).toContainText('“Ada” is saved')
  await ana.page.keyboard.press('Escape')
  await expect(ana.button('AI level, “Ada”')).toBeVisible()
  await ana.button('Play the AI').click()
  await expect(ana.page.getByText('AI (“Ada”)').first()).toBeVisible()
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  expect(ana.browserErrors).toEqual([])
})

test('what the AI was thinking is shown after the game, or during it if that was chosen', async ({
  browser,
}) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await playColumns([4, 1], ana)
  await ana.expectDiscs(4)
  const open = async () => {
    await ana.button('More').click()
    await ana.button('Why that move?').click()
  }
  const dialog = ana.page.getByRole('dialog', { name: 'Why that move?' })
  const closeDialog = () => dialog.getByRole('button', { name: 'Close' }).click()
  const expectAllColumns = async () => {
    for (const column of [1, 2, 3, 4, 5, 6, 7])
      await expect(dialog.getByRole('rowheader', { name: `column ${column}` })).toHaveCount(1)
  }
  await open()
  await expect(dialog.getByText('when the game is over')).toBeVisible()
  await closeDialog()
  await ana.button('More').click()
  await ana.button('Resign').click()
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await ana.expectStatus('You lose')
  await open()
  await expect(dialog.getByText('Move 4, AI (Normal)')).toBeVisible()
  await expectAllColumns()
  await closeDialog()

  // In a replay, for the position that it shows.
  await ana.button('More').click()
  await ana.button('Replay this game').click()
  await ana.page.getByRole('slider', { name: 'Position in the game' }).fill('3')
  await ana.expectDiscs(3)
  await ana.button('Why that move?').click()
  await expect(dialog.getByText('Move 2, AI (Normal)')).toBeVisible()
  await expect(dialog.getByText('It looked 3 moves ahead')).toBeVisible()
  await dialog.getByRole('button', { name: 'Later move of the AI' }).click()
  await expect(dialog.getByText('Move 4, AI (Normal)')).toBeVisible()
  await closeDialog()

  await ana.page.goto(url)
  await ana.changeOptions((options) =>
    options.getByRole('checkbox', { name: 'Show what the AI is thinking' }).check(),
  )
  await ana.button('Play the AI').click()
  await ana.playColumn(4)
  await ana.expectDiscs(2)
  await open()
  await expect(dialog.getByText('It looked 3 moves ahead')).toBeVisible()
  await expectAllColumns()
  await dialog.getByRole('group', { name: 'The moves it expects' }).getByRole('button').nth(1).press('Enter')
  await expect(
    dialog.getByRole('grid', { name: 'Cells of the board' }).getByRole('gridcell', { name: /Red|Yellow/ }),
  ).toHaveCount(2)
  expect(ana.browserErrors).toEqual([])
})

test('a clock that runs out ends the game', async ({ browser }) => {
  const [ana, bob] = await pair(browser, (ana) =>
    ana.changeOptions(async (dialog) => {
      await dialog.getByRole('radio', { name: 'Each move' }).check()
      await dialog.getByRole('radio', { name: 'Custom' }).last().check()
      await dialog.getByLabel('Time per move').fill('5')
    }),
  )
  await playColumns([4, 4, 4], ana, bob) // the first move of each is not timed
  await expect(ana.page.getByRole('timer').filter({ hasText: 'Time left' }).first()).toBeVisible()
  await ana.expectStatus('You win!')
  await ana.expectStatus('Player 2 ran out of time')
  await bob.expectStatus('Your time is up')
})

test('a player can claim the win soon after the opponent’s goodbye', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await playColumns([4, 4], ana, bob)
  await bob.button('Leave').click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(ana.page.getByText(/You can end the game in 0:0\d/)).toBeVisible()
  await ana.button('Claim the win').click({ timeout: 20_000 })
  await ana.expectStatus('You win!')
  await ana.expectStatus('Player 2 left the game')
})

test('players send reactions, and can hide them', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
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

test('the owner shuts spectators out, by the keyboard, and lets them in again', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
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
})

test('a shared replay does not lead to the room', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  const room = new URL(ana.page.url()).pathname
  await playColumns([4, 3, 4, 3, 4, 3, 4], ana, bob)
  await ana.expectStatus('You win!')
  await bob.button('More').click()
  await bob.button('Replay this game').click()
  await bob.expectDiscs(7)
  await expect(bob.page.getByRole('link', { name: 'To the room' })).toHaveAttribute('href', room)
  expect(bob.page.url()).not.toContain(room.slice('/r/'.length))

  const eve = await Person.at(browser, bob.page.url())
  await eve.expectDiscs(7)
  await expect(eve.page.getByRole('link', { name: 'To the room' })).toHaveCount(0)
  expect(await eve.page.content()).not.toContain(room.slice('/r/'.length))
  await eve.page.goto(`${url}/games?of=all`)
  await expect(eve.page.getByRole('link', { name: /Player 1/ })).toHaveCount(0)
})

test('advice is shown only to the advised player', async ({ browser }) => {
  const [ana, bob] = await pair(browser, (ana) =>
    ana.changeOptions(async (dialog) => {
      await dialog.getByRole('radio', { name: 'Opponent' }).check()
    }),
  )
  // After column 4 Bob would be lost, and the advice would speak of that.
  await ana.playColumn(1)
  await bob.expectStatus(/Hint: column \d/)
  await expect(ana.page.getByText(/Hint: column/)).toHaveCount(0)
  await expect(ana.page.getByText(/AI hints for/).first()).toBeAttached()
})

test('a player lets the AI play, visibly for the other, and takes over again', async ({ browser }) => {
  const [ana, bob] = await pair(browser)
  await ana.button('More').click()
  await ana.button('Let the AI play for me').click()
  await ana.chooseLevel('Normal')
  await ana.button('Let it play').click()
  await bob.expectStatus('Your turn')
  for (const person of [ana, bob]) await expect(person.page.getByText('AI plays: Normal')).toBeVisible()
  await bob.playColumn(1)
  await bob.expectStatus('Your turn')
  await ana.expectDiscs(3)
  await ana.button('Play myself again').click()
  await bob.playColumn(1)
  await ana.playColumn(7)
  for (const person of [ana, bob]) {
    await expect(person.page.getByText('AI plays: Normal')).toHaveCount(0)
    expect(person.browserErrors).toEqual([])
  }
  // The replay says why the AI made those moves.
  await bob.expectStatus('Your turn')
  await bob.button('More').click()
  await bob.button('Resign').click()
  await bob.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await ana.expectStatus('You win!')
  await ana.button('More').click()
  await ana.button('Replay this game').click()
  await ana.button('Why that move?').click()
  await expect(ana.page.getByRole('dialog').getByText('Move 3, Player 1: column')).toBeVisible()
})

test('the level of the AI changes before the next game of the series', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.button('More').click()
  await ana.button('Resign').click()
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  await ana.chooseLevel('Expert', 'Level of the next game')
  await expect(ana.page.getByRole('group', { name: 'AI (Expert)' })).toBeVisible()
  await ana.again().click()
  await ana.expectDiscs(1)
  await ana.expectStatus('Your turn')
  await expect(ana.page.getByText('Games won: 1')).toBeVisible()
})
