import { expect } from '@playwright/test'
import { pair, Person, playColumns, test } from './people'

/** What the AI does in a room besides answering: games of its own, levels, thoughts, advice, moves for a person. */

test('the owner of AI against AI sets its pace and pauses it, while others watch', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, url)
  await ana.chooseGame('Tic-tac-toe')
  await ana.page.getByText('For the curious').click()
  await ana.button('Watch AI against AI').click()
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

test('a person builds a level and plays it', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await ana.page.getByText('For the curious').click()
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

test(
  'what the AI was thinking is shown after the game, or during it if that was chosen',
  { tag: '@long' },
  async ({ browser, url }) => {
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
    await ana.button('More').click()
    await expect(ana.button('Resign')).toBeVisible()
    await expect(ana.button('Why that move?')).toHaveCount(0) // during the game nobody would answer
    await ana.page.keyboard.press('Escape')
    await ana.resign()
    await ana.expectStatus('You lose')
    await open()
    await expect(dialog.getByText('Move 4, AI (Easy)')).toBeVisible()
    await expectAllColumns()
    await closeDialog()

    // In a replay, for the position that it shows.
    await ana.button('More').click()
    await ana.button('Replay this game').click()
    await expect(ana.page.getByRole('slider', { name: 'Position in the game' })).toHaveValue('4') // the game is loaded
    await ana.page.getByRole('slider', { name: 'Position in the game' }).fill('3')
    await ana.expectDiscs(3)
    await ana.page.locator('summary', { hasText: 'More' }).click()
    await ana.button('Why that move?').click()
    await expect(dialog.getByText('Move 2, AI (Easy)')).toBeVisible()
    await expect(dialog.getByText('It looked 2 moves ahead')).toBeVisible()
    await dialog.getByRole('button', { name: 'Later move of the AI' }).click()
    await expect(dialog.getByText('Move 4, AI (Easy)')).toBeVisible()
    await closeDialog()

    await ana.page.goto(url)
    await ana.changeOptions((options) =>
      options.getByRole('checkbox', { name: 'Show what the AI is thinking' }).check(),
    )
    await ana.button('Play the AI').click()
    await ana.playColumn(4)
    await ana.expectDiscs(2)
    await ana.expectStatus(/The AI played [1-7] \(score: .+\)( · .+)?/)
    await open()
    await expect(dialog.getByText('It looked 2 moves ahead')).toBeVisible()
    await expectAllColumns()
    await dialog
      .getByRole('group', { name: 'The moves it expects' })
      .getByRole('button')
      .nth(1)
      .press('Enter')
    await expect(
      dialog.getByRole('grid', { name: 'Cells of the board' }).getByRole('gridcell', { name: /Red|Yellow/ }),
    ).toHaveCount(2)
    expect(ana.browserErrors).toEqual([])
  },
)

test('advice is shown only to the advised player', async ({ browser, url }) => {
  const [ana, bob] = await pair(browser, url, (ana) =>
    ana.changeOptions(async (dialog) => {
      await dialog.getByRole('radio', { name: 'Opponent' }).check()
    }),
  )
  // After column 4 Bob would be lost, and the advice would speak of that.
  await ana.playColumn(1)
  await bob.expectStatus(/Hint: column \d/)
  await expect(ana.page.locator('.room-status').getByText(/Hint: column/)).toHaveCount(0)
  await expect(ana.page.getByText(/AI hints for/).first()).toBeAttached()
})

test(
  'a player lets the AI play, visibly for the other, and takes over again',
  { tag: '@long' },
  async ({ browser, url }) => {
    const [ana, bob] = await pair(browser, url)
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
    await bob.resign()
    await ana.expectStatus('You win!')
    await ana.button('More').click()
    await ana.button('Replay this game').click()
    await ana.page.locator('summary', { hasText: 'More' }).click()
    await ana.button('Why that move?').click()
    await expect(ana.page.getByRole('dialog').getByText('Move 3, Red: column')).toBeVisible()
  },
)

test('against the AI a move is taken back at once, and its level changes before the next game', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  await ana.playColumn(4)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  await expect(ana.page.getByText(/^\s*Time \d:\d\d\s*$/)).toBeVisible()

  // A hint is for this position, and with it come the reasons of the AI.
  await ana.button('Hint').click()
  await ana.expectStatus(/Hint: column \d/)
  await expect(ana.button('Hint')).toBeDisabled()
  await expect(ana.page.getByText('You play with AI hints')).toBeAttached()
  await ana.button('More').click()
  await expect(ana.button('Why that move?')).toBeVisible()
  await ana.page.keyboard.press('Escape')
  await ana.button('Take the last move back').click()
  await ana.expectDiscs(0)
  await ana.expectStatus('Your turn')
  await expect(ana.page.locator('.room-status').getByText(/Hint: column/)).toHaveCount(0)
  await expect(ana.button('Hint')).toBeEnabled()
  await ana.resign()
  // In a window as on a small laptop, the card names the keys.
  await expect(ana.page.getByText('Space: play again. N: new game.')).toBeVisible()
  await ana.chooseLevel('Random', 'Level of the next game')
  await expect(ana.page.getByRole('group', { name: 'AI (Random)' })).toBeVisible()

  // The result offers the rematch, and the actions do when the result is closed. On a phone nothing moves then.
  await ana.page.setViewportSize({ width: 360, height: 640 })
  await expect(ana.again()).toBeVisible()
  const { width } = (await ana.board.boundingBox())!
  await expect(ana.button('Play again')).toHaveCount(1)
  await ana.page.getByRole('group', { name: 'Result' }).getByRole('button', { name: 'Close' }).click()
  await expect(ana.again()).toHaveCount(0)
  await expect(ana.button('Play again')).toBeVisible()
  expect((await ana.board.boundingBox())!.width).toBe(width)
  await ana.button('Play again').click()
  await ana.expectDiscs(1)
  await ana.expectStatus('Your turn')
})

test('a double click on a button of a game acts once', { tag: '@long' }, async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Play the AI').click()
  for (const discs of [2, 4]) {
    await ana.playColumn(4)
    await ana.expectStatus('Your turn')
    await ana.expectDiscs(discs)
  }
  await ana.button('Take the last move back').dblclick()
  await ana.expectDiscs(2)
  await ana.expectStatus('Your turn')
  // The second click on "Resign" falls on nothing that resigns: the game goes on until the question is answered.
  await ana.button('More').click()
  await ana.button('Resign').dblclick()
  const question = ana.page.getByRole('dialog')
  await expect(question).toBeVisible()
  await ana.expectDiscs(2)
  await question.getByRole('button', { name: 'Resign' }).dblclick()
  await expect(ana.again()).toBeVisible()
  await ana.again().dblclick()
  // A game later, and not two: the second game has only the AI's first disc.
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(1)

  // Nobody counts the losses. After the second one the card offers a weaker level, with which the next room begins.
  await expect(ana.page.getByText(/^Games won/)).toHaveCount(0)
  await ana.resign()
  await ana.button('Try Very easy first').click()
  await ana.expectStatus('Your turn')
  await expect(ana.page.getByRole('group', { name: 'AI (Very easy)' })).toBeVisible()
  await ana.page.goto(url)
  await expect(ana.button('AI level, Very easy')).toBeVisible()
  await ana.chooseGame('Tic-tac-toe')
  await ana.button(/^On this device/).dblclick()
  await ana.expectStatus('Red’s turn')
  await ana.target('b2').dblclick()
  await ana.expectStatus('Yellow’s turn')
  await expect(ana.discs()).toHaveCount(1)
})
