import { expect, type Page } from '@playwright/test'
import { test } from './people'
import { freePort, TestCluster } from './processes'
import { violations } from './violations'

/** The admin page of a hub fits into laptop and phone windows, in light and dark. */

let cluster: TestCluster
let page: string
test.beforeEach(async () => {
  cluster = new TestCluster()
  const port = await freePort()
  const hub = await cluster.hub(`file:${cluster.folder}/quatre.db`, '-admin', `127.0.0.1:${port}`)
  page = `http://127.0.0.1:${port}/`
  const long = { name: 'W'.repeat(24), other_name: 'Maximiliane Wolfeschlege' }
  for (const room of [
    { variant: 'connect4:15x15:5', opponent: 'self', ...long },
    { variant: 'force3:placed:fair', opponent: 'human', name: 'Ana', open: true },
    { variant: 'tictactoe', opponent: 'ai:easy' },
  ]) {
    const answer = await fetch(`${hub.url}/api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'c0', ...room }),
    })
    expect(answer.ok).toBe(true)
  }
})
test.afterEach(() => cluster.close())

/** Elements that are cut off at the right, and cells whose content overflows. */
const clippedElements = (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('tbody td')]
    const cut = [...document.querySelectorAll('body *')].filter(
      (e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5,
    )
    const full = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
    return [...cut, ...full].map((e) => `${e.tagName} ${e.textContent?.trim()}`)
  })

for (const [width, colorScheme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [960, 'light'],
  [320, 'light'],
  [320, 'dark'],
] as const)
  test(`the admin page at ${width} px, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } })
    const operator = await context.newPage()
    await operator.goto(page)
    const rooms = operator.locator('tbody tr')
    await expect(rooms).toHaveCount(3)
    expect(await clippedElements(operator)).toEqual([])
    // In narrow windows the column names are in each cell instead of the table head.
    const named = await operator.locator('thead').isVisible()
    expect(named).toBe(width > 960)
    const label = (cell: string) =>
      rooms
        .first()
        .locator(`td[data-label="${cell}"]`)
        .evaluate((e) => getComputedStyle(e, '::before').content)
    expect(await label('Sockets here')).toBe(named ? 'none' : '"Sockets here"')
    await expect(operator.getByRole('img', { name: 'is to move' }).first()).toBeVisible()
    expect(await violations(operator)).toEqual([])
    await operator
      .getByRole('link', { name: /^[a-z0-9]{12}$/ })
      .first()
      .click()
    await expect(operator.locator('body')).toContainText('created')
    await context.close()
  })
