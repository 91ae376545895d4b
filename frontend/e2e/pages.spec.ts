import { expect } from '@playwright/test'
import { messages } from './messages'
import { Person, playColumns, test } from './people'
import { closeByEscape, visitor } from './visitor'

/** Every page, dialog, panel and question of a game and around it: see visitor.ts. */

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
  await expect(page.getByLabel(t('invite_name_optional'))).toBeVisible()
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

test('the start page of a phone is calm: few controls, few words, nothing to scroll for', async ({
  browser,
  url,
}) => {
  for (const language of ['en', 'fr'] as const) {
    const phone = { locale: language, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page } = await Person.at(browser, url, phone)
    await expect(page.getByText(messages(language)('home_curious'))).toBeInViewport()
    const { controls, words } = await page.evaluate(() => {
      const visible = (element: Element) => {
        const { top, width } = element.getBoundingClientRect()
        const seen = element.checkVisibility() && getComputedStyle(element).clipPath === 'none'
        return seen && width > 1 && top < innerHeight
      }
      const texts = [...document.querySelectorAll('body *')]
        .filter(visible)
        .flatMap((element) => [...element.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent)
      return {
        controls: [...document.querySelectorAll('a[href], button, input, select, summary')].filter(visible)
          .length,
        words: texts.join(' ').match(/[\p{L}\d’×-]+/gu)!.length,
      }
    })
    expect(controls).toBeLessThanOrEqual(14)
    expect(words).toBeLessThanOrEqual(60)
  }
})

/**
 * On a slow network each round trip counts. So the document draws the outline of the board, where the board will be, and
 * names all that an invitation needs; the socket is open before the code that uses it.
 */
test('an invitation needs only what its document names, and one socket', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const link = await ana.invite()
  const document = await (await ana.page.request.get(link)).text()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/**', async (route) => {
    await held
    await (document.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort())
  })
  await page.goto(link, { waitUntil: 'commit' })
  const outline = (await page.locator('.outline rect').first().boundingBox())!
  await expect.poll(() => sockets.length, 'the socket is open before any file is there').toBe(1)
  release()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  const plate = (await page.locator('.board .plate').boundingBox())!
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(outline[side] - plate[side]), `the outline's ${side}`).toBeLessThan(5)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page).toHaveTitle(/turn/)
  expect(sockets).toHaveLength(1)
  await context.close()
})

test('pages and dialogs', async ({ browser, cluster }) => {
  const { page, t, checkAccessible, goTo, eve, expectStatus } = await visitor(browser, cluster)
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAccessible('start')
  for (const game of ['connect4', 'force3']) {
    await eve.chooseGame(t(`setup_game_${game}`))
    await page.getByRole('button', { name: t('home_change_game') }).click()
    await expect(dialog).toBeVisible()
    await checkAccessible(`options of ${game}`)
    await closeByEscape(page, dialog)
  }
  await page.getByRole('button', { name: t('level_label') }).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('levels')
  await closeByEscape(page, dialog)
  await page.getByText(t('home_curious')).click()
  await checkAccessible('for the curious')
  await eve.button(t('levels_title')).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox', { name: t('levels_name') }).fill('a,b')
  await checkAccessible('own levels with an error')
  await closeByEscape(page, dialog)
  await eve.button(t('header_settings')).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('settings')
  await closeByEscape(page, dialog)
  await eve.button(t('header_help')).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('help')
  await closeByEscape(page, dialog)
  await expect(eve.button(t('header_help'))).toBeFocused()
  await page.getByRole('link', { name: t('skip_to_content') }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  for (const game of ['connect4', 'tictactoe', 'force3']) {
    await goTo(`/rules/${game}`)
    await expect(page.getByText(t(`rules_${game}_history`), { exact: true })).toBeVisible()
    await checkAccessible(`rules of ${game}`)
  }
  // A narrow page folds the variants.
  await page.getByText(t('rules_variants'), { exact: true }).click()
  await expect(page.getByRole('table', { name: t('rules_compare') }).getByRole('row')).toHaveCount(8)
  await goTo('/lobby')
  await expect(page.getByText(t('lobby_empty_waiting'), { exact: true })).toBeVisible()
  await checkAccessible('lobby')
  await goTo('/wall')
  await expect(page.getByText(t('wall_empty'), { exact: true })).toBeVisible()
  await checkAccessible('an empty wall')
  await goTo('/class')
  await page.getByLabel(t('class_count', { most: '40' }), { exact: true }).fill('1')
  await page.getByRole('button', { name: t('class_open', { count: '1' }) }).click()
  await expect(page.getByRole('img', { name: t('invite_qr') })).toBeVisible()
  await checkAccessible('rooms for a class')
  // The analysis of each game, and of a finished game.
  for (const [query, best] of [
    ['', 1],
    ['?variant=tictactoe&moves=b2', 4],
    ['?variant=force3', 5],
  ] as const) {
    await goTo(`/analysis${query}`)
    await expect(page.locator('.board svg .star')).toHaveCount(best)
    await checkAccessible(`analysis ${query}`)
  }
  await goTo('/analysis?moves=3344556')
  await expectStatus(t('analysis_over_won', { name: t('colour_red') }))
  await checkAccessible('analysis of a game that is over')
  await goTo('/inside')
  await page.getByRole('button', { name: t('inside_step_back') }).click()
  await checkAccessible('an example of a search')
  await page.getByRole('button', { name: t('inside_ask') }).click()
  await page.getByRole('button', { name: t('inside_check') }).click()
  await checkAccessible('the question which branches are skipped')
  await goTo('/inside/pruning')
  await checkAccessible('a page about the search in words')
  await goTo('/match?variant=tictactoe&a=easy&b=random&games=10')
  await eve.button(t('match_start')).click()
  await expect(page.getByRole('table')).toBeVisible()
  await eve.button(t('report_of', { what: t('match_title') })).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('a match for a report')
  await closeByEscape(page, dialog)
  await goTo('/learn?episodes=1000')
  await eve.button(t('learn_start')).click()
  await expect(eve.button(t('report_of', { what: t('learn_title') }))).toBeVisible()
  await page.getByText(t('stats_as_table'), { exact: true }).click()
  await checkAccessible('learning')
  await goTo('/inside?variant=tictactoe')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByText(t('inside_settings')).click()
  await page.getByText(t('stats_as_table'), { exact: true }).click()
  await checkAccessible('inside the search')
  await goTo('/stats')
  await expect(page.getByRole('heading', { name: t('stats_empty') })).toBeVisible()
  await checkAccessible('statistics without a game')
  await goTo('/games')
  await expect(page.getByText(t('games_empty_mine'), { exact: true })).toBeVisible()
  await checkAccessible('games without a game')
  await eve.button(t('export_open')).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('export')
  await closeByEscape(page, dialog)
  await eve.button(t('import_open')).click()
  await dialog.getByRole('textbox').fill('[Variant "halma"]\n\n1. 4')
  await dialog.getByRole('button', { name: t('import_submit'), exact: true }).click()
  await expect(dialog.getByText(t('import_stored_nothing'))).toBeVisible()
  await checkAccessible('import with an error')

  await goTo('/r/nosuchroom')
  await expect(page.getByRole('heading', { name: t('unavailable_gone_title') })).toBeVisible()
  await checkAccessible('no such room')
  await goTo('/games/nosuchroom/1')
  await expect(page.getByRole('heading', { name: t('replay_gone_title') })).toBeVisible()
  await goTo('/no/such/page')
  await checkAccessible('not found')
})

test('a person has everything deleted', async ({ browser, cluster }) => {
  const { page, t, checkAccessible, goTo, eve, url } = await visitor(browser, cluster)
  await goTo('/')
  await eve.chooseGame(t('setup_game_tictactoe'))
  await eve.button(t('start_friend')).click()
  await page.waitForURL(/\/r\//)
  const room = page.url()
  const cookies = await page.context().cookies()
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(await kept()).toContain('tictactoe')

  const dialog = page.getByRole('dialog', { name: t('forget_title') })
  const ask = async () => {
    await eve.button(t('header_settings')).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('forget_title') })
      .press('Enter')
    await expect(dialog).toContainText(t('forget_text'))
  }
  await ask()
  await checkAccessible('delete everything?')
  await closeByEscape(page, dialog)
  await page.route('**/api/me/forget', (route) => route.abort(), { times: 1 })
  await ask()
  await dialog.getByRole('button', { name: t('forget_action') }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(t('forget_failed'))
  await checkAccessible('nothing was deleted')
  expect(await page.context().cookies()).toEqual(cookies)

  await dialog.getByRole('button', { name: t('forget_action') }).press('Enter')
  await page.waitForURL(`${url}/`)
  await expect(eve.button(t('start_friend'))).toBeVisible()
  expect(await kept()).not.toMatch(/tictactoe|quatre\.rooms/)
  expect((await page.context().cookies())[0]!.value).not.toBe(cookies[0]!.value)
  await page.goto(room)
  await expect(page.getByRole('heading', { name: t('unavailable_gone_title') })).toBeVisible()
})
