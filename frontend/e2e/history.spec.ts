import { readFileSync } from 'node:fs'
import { expect, type Browser, type Page } from '@playwright/test'
import { Person, playColumns, test } from './people'

/** Finished games: list, replay, files and statistics. Also settings, and parts that cannot be loaded. */

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')

/** Ana plays four games: a win, a resignation and a draw against Bob, and a resignation against the AI. */
async function playFourGames(browser: Browser, url: string): Promise<{ ana: Person; bob: Person }> {
  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, await ana.openForAll())
  await bob.takeSeat()
  await playColumns([4, 3, 4, 3, 4, 3, 4], ana, bob)
  await ana.expectStatus('You win!')
  await ana.again().click()
  await bob.again().click()
  await playColumns([1, 2, 1, 2], bob, ana) // a game resigned earlier is not kept
  await ana.resign()
  await bob.expectStatus('You win!')

  await ana.page.goto(url)
  await ana.chooseGame('Tic-tac-toe')
  await bob.page.goto(await ana.openForAll())
  await bob.takeSeat()
  await ana.expectStatus('Your turn')
  await ana.target('b2').click()
  await bob.expectStatus('Your turn')
  await bob.button('More').click()
  await bob.button('Offer a draw').click()
  await ana.button('Accept').click()
  await ana.expectStatus('By agreement')

  await ana.page.goto(url)
  await ana.chooseGame('Connect Four')
  await ana.chooseLevel('Easy')
  await ana.button('Play the AI').click()
  for (const [column, discs] of [
    [1, 2],
    [7, 4],
  ] as const) {
    await ana.playColumn(column)
    await ana.expectDiscs(discs)
  }
  await ana.expectStatus('Your turn')
  await ana.resign()
  await ana.expectStatus('You lose')
  return { ana, bob }
}

/** Clicks a download link and returns the content of the file. */
async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: new RegExp(`^${name}`) }).click(),
  ])
  return readFileSync(await file.path(), 'utf8')
}

test('games are filtered, replayed, shared, exported, counted and imported', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '1')
  const { ana } = await playFourGames(browser, url)
  const { page } = ana
  await test.step('filters, in the address', async () => {
    const select = (name: string, label: string) =>
      page.getByRole('combobox', { name, exact: true }).selectOption({ label })
    // The page does not follow new games: it may have asked before the hub had stored the last one.
    await expect(async () => {
      await page.goto(`${url}/games`)
      await expect(rows(page)).toHaveCount(4, { timeout: 5000 })
    }).toPass()
    await select('Game', 'Tic-tac-toe')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\?game=tictactoe$/)
    await page.goBack()
    await expect(rows(page)).toHaveCount(4)
    await select('Result', 'Lost')
    await expect(rows(page)).toHaveCount(2)
    await select('Opponent', 'The AI')
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/\?result=lost&opponent=ai$/)
    await select('Opponent', 'People')
    await expect(rows(page).getByText('4 moves')).toHaveCount(1)
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    await expect(page).toHaveURL(/of=all.*result=decided/)
    await expect(rows(page)).toHaveCount(2)

    const eve = await Person.at(browser, page.url())
    await expect(rows(eve.page)).toHaveCount(2)
    await eve.page.getByRole('radio', { name: 'Mine' }).check()
    await expect(eve.page.getByText('No games match these filters.')).toBeVisible()
    await eve.page.goto(`${url}/games?of=all&result=drawn`)
    await expect(rows(eve.page)).toHaveCount(1)
    await eve.context.close()
  })

  await test.step('a replay, and a link to a position', async () => {
    await page.goto(`${url}/games?result=won`)
    await rows(page).getByRole('link').click()
    await ana.expectDiscs(7)
    const slider = page.getByRole('slider', { name: 'Position in the game' })
    await slider.fill('2')
    await ana.expectDiscs(2)
    await page.keyboard.press('ArrowRight')
    await ana.expectDiscs(3)
    await expect(page).toHaveURL(/\?ply=3$/)

    await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await ana.openMore()
    await ana.button('Copy link to this position').click()
    await expect(ana.button('Link copied')).toBeVisible()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const eve = await Person.at(browser, url + link.pathname + link.search)
    await eve.expectDiscs(3)
    await expect(eve.page.getByRole('slider')).toHaveValue('3')
    await eve.context.close()

    await page.getByRole('combobox', { name: 'Speed' }).selectOption({ label: '4\u00a0×' })
    await ana.button('Play').click()
    await expect(ana.button('Pause')).toBeVisible()
    await ana.expectDiscs(7)
    await expect(ana.button('Play')).toBeVisible()
    await expect(page).not.toHaveURL(/ply/)
  })

  let json = ''
  let text = ''
  await test.step('files, of one game and of all', async () => {
    const one = JSON.parse(await download(page, 'JSON'))
    expect(one).toMatchObject({ quatre: 1, games: [{ moves: ['4', '3', '4', '3', '4', '3', '4'] }] })
    expect(await download(page, 'Text')).toMatch(/^1\. 4 \{.*1-0$/ms)
    await page.goto(`${url}/games`)
    await ana.button('Export').click()
    json = await download(page, 'JSON')
    text = await download(page, 'Text')
    expect(JSON.parse(json).games).toHaveLength(4)
    expect(text.match(/^\[Variant /gm)).toHaveLength(4)
  })

  await test.step('statistics', async () => {
    await page.goto(`${url}/stats`)
    const figures = page.locator('dl')
    await expect(figures).toContainText('1 won, 1 drawn, 2 lost')
    await expect(figures).toContainText('25%')
    await expect(figures).toContainText('Best: 1')
    const groups = page.getByRole('table', { name: 'By game and opponent' })
    const row = (name: RegExp) => groups.getByRole('row', { name }).getByRole('cell')
    await expect(row(/^People Connect Four/)).toHaveText(['2', '1', '0', '1', /50%/])
    await expect(row(/^People Tic-tac-toe/)).toHaveText(['1', '0', '1', '0', /0%/])
    await expect(row(/Easy.* Connect Four/)).toHaveText(['1', '0', '0', '1', /0%/])
    await page.getByText('As a table').click()
    const chart = page.getByRole('table', { name: /^Games/ })
    await expect(chart.getByRole('cell')).toHaveText(['1', '1', '2'])
    await page.getByRole('radio', { name: '30 days' }).check()
    await expect(page).toHaveURL(/days=30/)
    await expect(figures).toContainText('1 won, 1 drawn, 2 lost')
  })
  expect(ana.browserErrors).toEqual([])
  await importGames(await Person.at(browser, `${url}/games`), url, text, json)
})

/** Imports a file of four games that Carl did not play: with a mistake, as it is, and once more as JSON. */
async function importGames(carl: Person, url: string, text: string, json: string): Promise<void> {
  const { page } = carl
  const dialog = page.getByRole('dialog', { name: 'Import games' })
  const paste = async (file: string) => {
    await carl.button('Import').click()
    await dialog.getByRole('textbox').fill(file)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await expect(page.getByText('You have no finished games yet.')).toBeVisible()

  await test.step('a bad file', async () => {
    // Column 9 does not exist; put it into the last game.
    const lines = text.split('\n')
    const at = lines.findLastIndex((line) => line.startsWith('1. '))
    lines[at] = lines[at]!.replace(/^1\. \S+/, '1. 9')
    await paste(lines.join('\n'))
    await expect(dialog.getByText(`Line ${at + 1}, column 4`)).toBeVisible()
    await expect(dialog.getByText('Nothing was imported.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('You have no finished games yet.')).toBeVisible()
  })

  await test.step('a file', async () => {
    await carl.button('Import').click()
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: 'quatre.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await expect(dialog.getByText('4 games imported')).toBeVisible()
    await carl.button('Show my games').click()
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).getByText('Imported')).toHaveCount(4)
    await page.getByRole('radio', { name: 'All', exact: true }).check()
    await expect(page).toHaveURL(/of=all/)
    await expect(rows(page)).toHaveCount(4)
    await expect(rows(page).getByText('Imported')).toHaveCount(0)
    await page.getByRole('radio', { name: 'Mine' }).check()
    await expect(rows(page).getByText('Imported')).toHaveCount(4)
  })

  await test.step('again, pasted', async () => {
    await paste(json)
    await expect(dialog.getByText('4 games were here already')).toBeVisible()
    await carl.button('Show my games').click()
    await expect(rows(page)).toHaveCount(4)
    await page.goto(`${url}/stats`)
    await expect(page.getByRole('heading', { name: 'No games in this period.' })).toBeVisible()
  })
}

test('settings are saved, and the tab shows whose turn it is', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const sound = ana.page.getByRole('checkbox', { name: /^Sounds/ })
  await ana.button('Settings').click()
  await expect(sound).toBeChecked()
  await sound.uncheck()
  await ana.page.getByRole('radio', { name: 'Dark' }).check()
  await ana.page.reload()
  await expect(ana.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await ana.button('Settings').click()
  await expect(sound).not.toBeChecked()
  await ana.page.keyboard.press('Escape')

  const bob = await Person.at(browser, await ana.invite())
  await bob.takeSeat()
  await playColumns([4], ana)
  const icon = ana.page.locator('link[rel="icon"][type="image/svg+xml"]')
  await expect(ana.page).not.toHaveTitle(/^●/)
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
  const other = await ana.context.newPage()
  await other.bringToFront()
  await playColumns([4], bob)
  await expect(ana.page).toHaveTitle(/^● Your turn/)
  await expect(icon).toHaveAttribute('href', '/favicon-turn.svg')
  await playColumns([4], ana)
  await expect(icon).toHaveAttribute('href', '/favicon.svg')
  for (const person of [ana, bob]) expect(person.browserErrors).toEqual([])
})

test('a page that cannot be loaded is reloaded, and then asks', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await ana.context.route(/\/assets\/Stats-/, (route) => route.fulfill({ status: 404 }))
  await ana.page.waitForLoadState('networkidle')
  await Promise.all([ana.page.waitForEvent('load'), ana.page.getByRole('link', { name: 'Stats' }).click()])
  await expect(ana.page.getByRole('heading', { name: 'This page is incomplete' })).toBeVisible()
  await ana.context.unroute(/\/assets\/Stats-/)
  await ana.button('Reload').click()
  await expect(ana.page.getByRole('heading', { name: 'No games in this period.' })).toBeVisible()
})
