import { expect, type Page } from '@playwright/test'
import { test } from './people'
import { freePort } from './processes'
import { violations } from './violations'

/** The admin page of a hub fits into laptop and phone windows, in light and dark. */

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

const WINDOWS = [
  [1280, 'light'],
  [1280, 'dark'],
  [960, 'light'],
  [320, 'light'],
  [320, 'dark'],
] as const

test('the admin page in every window, light and dark', async ({ browser, cluster }) => {
  const port = await freePort()
  const hub = await cluster.hub(cluster.file, '-admin', `127.0.0.1:${port}`)
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

  const operator = await (await browser.newContext()).newPage()
  for (const [width, colorScheme] of WINDOWS) {
    const where = `${width} px, ${colorScheme}`
    await operator.emulateMedia({ colorScheme })
    await operator.setViewportSize({ width, height: 800 })
    await operator.goto(`http://127.0.0.1:${port}/`)
    const rooms = operator.locator('tbody tr')
    await expect(rooms).toHaveCount(3)
    expect(await clippedElements(operator), where).toEqual([])
    // In narrow windows the column names are in each cell instead of the table head.
    const named = await operator.locator('thead').isVisible()
    expect(named, where).toBe(width > 960)
    const label = (cell: string) =>
      rooms
        .first()
        .locator(`td[data-label="${cell}"]`)
        .evaluate((e) => getComputedStyle(e, '::before').content)
    expect(await label('Sockets here'), where).toBe(named ? 'none' : '"Sockets here"')
    await expect(operator.getByRole('img', { name: 'is to move' }).first()).toBeVisible()
    expect(await violations(operator), where).toEqual([])
  }
  await operator
    .getByRole('link', { name: /^[a-z0-9]{12}$/ })
    .first()
    .click()
  await expect(operator.locator('body')).toContainText('created')
})
