import { expect } from '@playwright/test'
import { messages } from './messages'
import { Person, test } from './people'
import { closeByEscape, visitor } from './visitor'

/** Every page and dialog around a game: see visitor.ts. */

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
