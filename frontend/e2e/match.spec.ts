import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'
import { BIN } from './processes'

/** Matches between levels in the page, and what it hands over for a report. */

/** Saves one of the files that the open dialog offers, and returns its content. */
async function fileOf(page: Page, format: string): Promise<Buffer> {
  const saved = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${format}`) })
    .click()
  return readFileSync(await (await saved).path())
}

test('a match in the page has the games of the command, and goes into a report', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page, browserErrors } = await Person.at(
    browser,
    `${url}/match?variant=tictactoe&a=easy&b=random&games=20&opening=1&seed=7`,
  )
  const state = page.locator('.status')
  await page.getByRole('button', { name: 'Start the match' }).click()
  await expect(state).toHaveText(/stronger/)
  const command = [
    'match',
    '-a',
    'easy',
    '-b',
    'random',
    '-game',
    'tictactoe',
    '-n',
    '20',
    '-opening',
    '1',
    '-seed',
    '7',
  ]
  await expect(page.getByText(`quatre-worker ${command.join(' ')}`)).toBeVisible()
  const printed = execFileSync(join(BIN, 'aiworker'), [...command, '-format', 'csv'], { encoding: 'utf8' })
  const [, , , ...counts] = printed.split('\n')[1]!.split(',')
  const cells = await page.getByRole('row', { name: /^Easy/ }).getByRole('cell').allTextContents()
  expect(cells.slice(0, 3)).toEqual(counts.slice(0, 3))

  // On the scale, the middle stands out.
  const stroke = (line: string) => page.locator(line).evaluate((element) => getComputedStyle(element).stroke)
  expect(await stroke('.chart .half')).not.toBe(await stroke('.chart .grid:nth-last-of-type(2)'))

  await page.getByRole('button', { name: 'For a report: Levels against each other' }).click()
  const caption = page.getByRole('textbox', { name: 'Caption' })
  await expect(caption).toHaveValue(
    /^Easy against Random: 20 games of Tic-tac-toe, in pairs after 1 random moves, seed 7\. quatre-worker match .*\. Quatre [0-9a-f]{8}, http.*seed=7$/,
  )
  expect(String(await fileOf(page, 'CSV'))).toContain(`\r\nEasy,${counts.slice(0, 3).join(',')},`)
  expect(String(await fileOf(page, 'LaTeX'))).toMatch(/^\\begin\{table\}[^]*Easy & [^]*\\end\{table\}\n$/)
  const svg = String(await fileOf(page, 'SVG'))
  expect(svg).toMatch(/^<svg .*quatre-worker match/s)
  expect(svg).not.toMatch(/var\(|class=|color-mix/)
  expect((await fileOf(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG')
  await page.keyboard.press('Escape')

  // A long match can be stopped, and keeps what was played.
  await page.goto(`${url}/match?variant=connect4:7x6:4&a=strong&b=difficult&games=1000&opening=2&seed=1`)
  await page.getByRole('button', { name: 'Start the match' }).click()
  await expect(state).toHaveText(/About .* left/)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(state).toHaveText('Stopped. What was played is below.')
  await expect(page.getByRole('row', { name: /^Strong/ })).toBeVisible()
  expect(browserErrors).toEqual([])
})

test('the page learns a game as the command does', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page, browserErrors } = await Person.at(browser, `${url}/learn?game=tictactoe&episodes=1000&seed=3`)
  await page.getByRole('button', { name: 'Start to learn' }).click()
  const state = page.locator('.status')
  await expect(state).toHaveText(/It has learned from 1,000 games and has seen [\d,]+ positions\./)
  const words = (await page.locator('code').textContent())!.split(' ').slice(1)
  const printed = execFileSync(join(BIN, 'aiworker'), [...words, '-format', 'csv'], {
    encoding: 'utf8',
    cwd: cluster.folder,
  })
  const last = printed
    .trim()
    .split('\n')
    .slice(-2)
    .map((line) => line.split(','))
  await page.getByText('As a table').click()
  const row = page.getByRole('row', { name: /^1,000 / })
  await expect(row).toContainText(` ${Math.round(Number(last[0]![7]))}% `)
  await expect(row).toContainText(` ${Math.round(Number(last[1]![7]))}% `)
  expect(browserErrors).toEqual([])
})

test('a tree and a replay go into a report', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const ana = await Person.at(
    browser,
    `${url}/inside?variant=tictactoe&moves=a1+b2+a2&depth=6&search=alphabeta&eval=none`,
  )
  const { page, browserErrors } = ana
  await page.getByRole('button', { name: 'For a report: Tree of the search' }).click()
  const tree = String(await fileOf(page, 'CSV'))
    .trim()
    .split('\r\n')
  const nodes = /: ([\d,]+) nodes/.exec(
    (await page.getByText(/^Alpha-beta, depth 6: .* nodes\./).textContent())!,
  )![1]!
  expect(tree).toHaveLength(1 + Number(nodes.replace(',', '')))
  const picture = String(await fileOf(page, 'SVG'))
  expect(picture).toContain('Moves already played: a1 b2 a2.')
  expect(picture).toContain('quatre-worker experiment effort -game tictactoe -depth 6')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'For a report: Nodes by depth' }).click()
  expect(String(await fileOf(page, 'CSV'))).toMatch(
    /^Depth,Minimax,Alpha-beta,"Alpha-beta, ordered","Alpha-beta, ordered, table"\r\n1,7,7,7,7\r\n/,
  )
  await page.keyboard.press('Escape')

  await page.goto(url)
  await page.getByRole('button', { name: /^On this device/ }).click()
  for (const [i, key] of [...'1212121'].entries()) {
    await ana.column(Number(key)).click()
    await ana.expectDiscs(i + 1)
  }
  await page.getByRole('link', { name: 'Replay' }).click()
  await ana.openMore()
  await page.getByRole('button', { name: /^For a report: / }).click()
  expect(
    String(await fileOf(page, 'CSV'))
      .trim()
      .split('\r\n'),
  ).toHaveLength(8)
  const board = String(await fileOf(page, 'SVG'))
  // Each disc keeps its place and its colour.
  expect(board.match(/transform="matrix/g)).toHaveLength(7)
  expect(board).toContain('url(#disc-red)')
  expect(board).toContain('id="disc-red"')
  expect((await fileOf(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG')
  expect(browserErrors).toEqual([])
})
