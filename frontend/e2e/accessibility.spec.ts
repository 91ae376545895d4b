import { expect, type Locator } from '@playwright/test'
import { Person, playColumns, test } from './people'
import { closeByEscape, visitor } from './visitor'

/** Every page, panel and question of a game (see visitor.ts), and a whole game by keyboard. */

test('rooms, a replay and statistics', async ({ browser, cluster }) => {
  const { page, t, checkAccessible, goTo, eve, expectStatus, url } = await visitor(browser, cluster)

  // A running game of each kind, in pass and play.
  for (const [game, keys] of [
    ['connect4', ['4']],
    ['tictactoe', ['5']],
    ['force3', ['t', '1']],
  ] as const) {
    await goTo('/')
    await eve.chooseGame(t(`setup_game_${game}`))
    await page.getByRole('button', { name: new RegExp(`^${t('start_one_device')}`) }).click()
    await expectStatus(t('status_their_turn', { name: t('colour_red') }))
    for (const key of keys) await page.keyboard.press(key)
    await expectStatus(t('status_their_turn', { name: t('colour_yellow') }))
    await checkAccessible(`a game of ${game}`)
  }

  // The dialog that explains a move of the AI.
  await goTo('/')
  await eve.chooseGame(t('setup_game_tictactoe'))
  await page.getByText(t('home_curious')).click()
  await page.getByRole('button', { name: new RegExp(`^${t('start_watch')}`) }).click()
  await eve.button(t('room_more_actions')).click()
  await eve.button(t('thought_title')).click()
  await expect(page.getByRole('dialog').getByRole('table', { name: t('thought_moves') })).toBeVisible()
  await checkAccessible('why that move')
  await closeByEscape(page, page.getByRole('dialog'))

  // A room with every panel, menu and question.
  await goTo('/')
  await eve.chooseGame(t('setup_game_connect4'))
  await eve.button(t('start_friend')).click()
  await page.waitForURL(/\/r\//)
  await expect(page.getByLabel(t('invite_name'))).toBeVisible()
  // The QR code is folded in narrow windows.
  await eve.button(t('invite_qr_show')).click()
  await expect(page.getByRole('img', { name: t('invite_qr') })).toBeVisible()
  await checkAccessible('waiting')
  const ana = await Person.at(browser, url)
  await page.goto(await ana.invite())
  await expect(eve.button(t('join_sit'))).toBeVisible()
  await checkAccessible('invited')
  await eve.button(t('join_sit')).click()
  await playColumns([4], ana)
  await expectStatus(t('status_your_turn'))
  await checkAccessible('my turn')
  await ana.button('More').click()
  await ana.button('Offer a draw').click()
  await expect(eve.button(t('offer_decline'))).toBeVisible()
  await checkAccessible('a draw is offered')
  await eve.button(t('offer_decline')).click()
  await eve.button(t('emote_send')).click()
  await expect(eve.button(t('emote_hello'))).toBeVisible()
  await checkAccessible('reactions')
  await page.keyboard.press('Escape')
  await eve.button(t('room_more_actions')).click()
  await checkAccessible('menu')
  await page.keyboard.press('Escape')
  await eve.button(t('action_leave')).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await checkAccessible('leave?')
  await closeByEscape(page, dialog)
  await expect(eve.button(t('action_leave'))).toBeFocused()
  for (const mine of ['3', '3', '3']) {
    await expectStatus(t('status_your_turn'))
    await page.keyboard.press(mine)
    await playColumns([4], ana)
  }
  await ana.expectStatus('You win!')
  await expect(page.getByRole('group', { name: t('result_label'), exact: true })).toBeVisible()
  await expect(eve.again(t('action_rematch'))).toBeVisible()
  await checkAccessible('lost')

  const room = new URL(page.url()).pathname.slice('/r/'.length)
  await goTo('/games')
  await expect(page.locator('a[href^="/games/"][href$="/1"]')).toBeVisible()
  await checkAccessible('games')
  await goTo(`/games/${room}/1`)
  await page.getByText(t('room_more_actions'), { exact: true }).click()
  await expect(page.getByRole('list', { name: t('replay_moves') })).toBeVisible()
  await checkAccessible('replay')
  await eve.button(t('turning_title')).click()
  await expect(eve.button(t('turning_play'))).toBeVisible()
  await checkAccessible('the turning point')
  await eve.button(t('analysis_toggle')).click()
  await eve.button(t('replay_back')).click()
  await expect(page.locator('.board svg .star')).not.toHaveCount(0)
  await eve.button(t('analysis_whole')).click()
  await page.getByText(t('stats_as_table'), { exact: true }).click()
  await page.getByText(t('analysis_moves'), { exact: true }).click()
  await checkAccessible('replay with analysis')
  await goTo('/stats')
  await page.getByText(t('stats_as_table'), { exact: true }).click()
  await expect(page.getByRole('table').first()).toBeVisible()
  await checkAccessible('statistics')
})

test('a whole game against the AI by keyboard', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const { page } = ana
  /** Moves the focus to an element with the Tab key. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the Tab key does not reach the element')
  }
  await tabTo(page.getByRole('button', { name: /change the game/ }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('radio', { name: 'Connect Four' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tic-tac-toe' })).toBeChecked()
  await page.keyboard.press('Escape')
  await tabTo(ana.button('Play the AI'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/r\//)
  const over = page.getByRole('status').filter({ hasText: /You win!|You lose|a draw/ })
  const mine = page.getByRole('status').filter({ hasText: 'Your turn' })
  const free = ana.board.getByRole('button', { disabled: false })
  for (let turn = 0; ; turn++) {
    await expect(mine.or(over)).toBeVisible()
    if (await over.isVisible()) break
    await ana.expectDiscs(2 * turn)
    await expect(free.first()).toBeVisible()
    const square = async (button: Locator) => (await button.getAttribute('aria-label'))!.slice(0, 2)
    const goal = await square(free.first())
    if ((await page.locator('.board :focus').count()) === 0) await page.keyboard.press('ArrowUp')
    const from = await square(page.locator('.board :focus'))
    const across = goal.charCodeAt(0) - from.charCodeAt(0)
    const up = Number(goal[1]) - Number(from[1])
    for (let i = 0; i < Math.abs(across); i++)
      await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft')
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown')
    expect(await square(page.locator('.board :focus'))).toBe(goal)
    await page.keyboard.press('Enter')
  }
  await tabTo(ana.again())
  expect(ana.browserErrors).toEqual([])
})
