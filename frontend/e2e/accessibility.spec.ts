import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Person, playColumns, test } from './people'
import type { TestCluster } from './processes'
import { leftInEnglish, messages } from './messages'
import { AXE, violations } from './violations'

/**
 * Every page and dialog, in a dark 320 px window and in a wide light one, in French: no axe violations, no horizontal
 * scroll, and no English text. Also a whole game by keyboard.
 */

const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

/** Waits until no animation is running: axe measures the current colours. */
async function waitForAnimations(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length))
    .toBe(0)
}

/** Checks the page as it is now in both windows, and leaves the narrow one. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, viewport] of [
    ['light', WIDE],
    ['dark', NARROW],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await waitForAnimations(page)
    const where = `${what}, ${colorScheme}, ${viewport.width} px`
    expect(await violations(page), where).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
    expect(await leftInEnglish(page), `${where} has English text`).toEqual([])
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
}

/** Opens the start page of a new hub, and returns helpers for it. */
async function visitor(browser: Browser, cluster: TestCluster) {
  const { url } = await cluster.hub(cluster.file, '-workers', '1')
  const eve = await Person.at(browser, url, { colorScheme: 'dark', locale: 'fr-FR', viewport: NARROW })
  const { page } = eve
  await page.addInitScript(AXE)
  return {
    eve,
    page,
    url,
    t: messages('fr'),
    checkAccessible: (what: string) => expectAccessible(page, what),
    /** Goes to a path, and waits for the heading of the page. */
    goTo: async (path: string) => {
      await page.goto(url + path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    },
    expectStatus: (what: string) => expect(page.getByRole('status').filter({ hasText: what })).toBeVisible(),
  }
}

/** Closes a dialog with Escape, and waits until it is gone. */
async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

test('pages and dialogs', async ({ browser, cluster }) => {
  const { page, t, checkAccessible, goTo, eve, expectStatus } = await visitor(browser, cluster)
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAccessible('start')
  for (const game of ['connect4', 'force3']) {
    await page.getByRole('radio', { name: t(`setup_game_${game}`) }).check()
    await page.getByRole('button', { name: new RegExp(`^${t('options_title')}`) }).click()
    await expect(dialog).toBeVisible()
    await checkAccessible(`options of ${game}`)
    await closeByEscape(page, dialog)
  }
  await page.getByRole('button', { name: t('level_label') }).click()
  await expect(dialog).toBeVisible()
  await checkAccessible('levels')
  await closeByEscape(page, dialog)
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

test('rooms, a replay and statistics', async ({ browser, cluster }) => {
  const { page, t, checkAccessible, goTo, eve, expectStatus, url } = await visitor(browser, cluster)

  // A running game of each kind, in pass and play.
  for (const [game, keys] of [
    ['connect4', ['4']],
    ['tictactoe', ['5']],
    ['force3', ['t', '1']],
  ] as const) {
    await goTo('/')
    await page.getByRole('radio', { name: t(`setup_game_${game}`) }).check()
    await page.getByRole('button', { name: new RegExp(`^${t('start_one_device')}`) }).click()
    await expectStatus(t('status_their_turn', { name: t('colour_red') }))
    for (const key of keys) await page.keyboard.press(key)
    await expectStatus(t('status_their_turn', { name: t('colour_yellow') }))
    await checkAccessible(`a game of ${game}`)
  }

  // The dialog that explains a move of the AI.
  await goTo('/')
  await page.getByRole('radio', { name: t('setup_game_tictactoe') }).check()
  await page.getByRole('button', { name: new RegExp(`^${t('start_watch')}`) }).click()
  await eve.button(t('room_more_actions')).click()
  await eve.button(t('thought_title')).click()
  await expect(page.getByRole('dialog').getByRole('table', { name: t('thought_moves') })).toBeVisible()
  await checkAccessible('why that move')
  await closeByEscape(page, page.getByRole('dialog'))

  // A room with every panel, menu and question.
  await goTo('/')
  await page.getByRole('radio', { name: t('setup_game_connect4') }).check()
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
  await expect(page.getByRole('list', { name: t('replay_moves') })).toBeVisible()
  await checkAccessible('replay')
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
  const radios = page.getByRole('radio', { name: 'Connect Four' })
  await tabTo(radios)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tic-tac-toe' })).toBeChecked()
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
