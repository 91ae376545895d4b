import { expect, type Page } from '@playwright/test'
import { messages } from './messages'
import { Person, test } from './people'
import { violations } from './violations'

/** The daily puzzle, as a real hub serves it. Past days have the same puzzle whenever the tests run. */

interface Puzzle {
  date: string
  turns: { outcomes: Record<string, string> }[]
}

const status = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const dayBefore = (date: string, days: number) =>
  new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10)

/** Has Red to move after 26 moves. Column 6 wins; column 2 loses at once. Then column 7 wins, and column 1 in two moves. */
const DAY = '2024-02-06'

test('a wrong move is answered, a slow win accepted, and the quickest one found, in French', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, `${url}/puzzle?date=${DAY}`, {
    locale: 'fr-FR',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  })
  const { page } = ana
  const fr = messages('fr')
  const discs = page.getByRole('gridcell', { name: /Rouge|Jaune/ })
  const winning = page.getByRole('gridcell', { name: /gagnant/ })
  await status(page, fr('puzzle_question', { name: 'Rouge' }))
  await expect(discs).toHaveCount(26)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Colonne 2,' }).click()
  await status(page, fr('puzzle_loses', { name: 'Jaune', column: '2' }))
  await expect(winning, 'the answer wins, for a moment').toHaveCount(4)
  await expect(discs).toHaveCount(28)
  await expect(discs, 'and both are taken back').toHaveCount(26)
  await expect(winning).toHaveCount(0)
  await page.keyboard.press('3')
  await status(page, fr('puzzle_draws', { name: 'Jaune', column: '6' }))
  await expect(discs).toHaveCount(28)
  await expect(discs).toHaveCount(26)

  await page.reload()
  await status(page, fr('puzzle_question', { name: 'Rouge' }))
  await page.keyboard.press('6')
  await status(page, fr('puzzle_right', { name: 'Jaune', column: '1' }))
  await expect(discs).toHaveCount(28)
  await page.keyboard.press('1')
  await status(page, 'Résolu en 3 essais')
  await status(page, 'Ce coup gagne aussi, en 2. Un autre gagne tout de suite.')
  await expect(page.locator('.rain')).toBeAttached()
  expect(await violations(page)).toEqual([])
  await ana.button(fr('puzzle_quicker')).click()
  await expect(discs).toHaveCount(28)
  await page.keyboard.press('7')
  await status(page, 'Résolu en 3 essais')
  await expect(winning).not.toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.reload()
  await status(page, 'Résolu en 3 essais')
  await expect(page.getByRole('link', { name: fr('position_title') })).toHaveAttribute(
    'href',
    new RegExp(`^/play\\?.*moves=66473535213354745355424642&from=puzzle\\+${DAY}$`),
  )
  await page.getByRole('link', { name: fr('analysis_title'), exact: true }).click()
  await expect(page).toHaveURL(/\/analysis\?.*moves=66473535213354745355424642$/)
  expect(ana.browserErrors).toEqual([])
})

test('the days running are on the start page, in the shared text and, past days aside, in the calendar', async ({
  browser,
  url,
}) => {
  const today = (await (await fetch(`${url}/api/puzzle`)).json()) as Puzzle
  const ana = await Person.at(browser, `${url}/rules/connect4`)
  const { page } = ana
  await page.evaluate((progress) => localStorage.setItem('quatre.puzzle', JSON.stringify(progress)), {
    streak: 2,
    last: dayBefore(today.date, 1),
    tries: { [dayBefore(today.date, 1)]: 1 },
  })
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  const tile = page.getByRole('link', { name: /^Today’s puzzle/ })
  await expect(tile).toHaveText(new RegExp(`to move and win in ${today.turns.length} · 2 days running`))

  // A past day changes nothing, and is remembered as not solved.
  await tile.click()
  await ana.button('All puzzles').click()
  await page.getByLabel('Month').selectOption('February 2024')
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(29)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /^Tuesday,? 6 February 2024 – Not tried yet$/ }).click()
  await expect(heading(page, 'Puzzle of 6 February 2024')).toBeFocused()
  await page.keyboard.press('2')
  await status(page, 'Yellow answers in column 2 and wins. Try again.')
  await ana.button('All puzzles').click()
  await expect(page.getByRole('link', { name: /^Tuesday,? 6 February 2024 – Not solved yet$/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  await status(page, 'can you see the win?')
  for (const [i, { outcomes }] of today.turns.entries()) {
    await status(page, i === 0 ? 'can you see the win?' : `Win ${i + 1 < today.turns.length ? 'in' : 'with'}`)
    await expect(page.getByRole('button', { name: /^Column \d, / }).first()).toBeEnabled()
    await page.keyboard.press(Object.keys(outcomes).find((move) => outcomes[move] === 'win')!)
  }
  await status(page, 'Solved first time!')
  await status(page, '3 days running · See you tomorrow!')
  await ana.button('Share').click()
  await status(page, 'Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`Solved first time!\n✅+\n3 days running\n.*/puzzle\\?date=${today.date}$`),
  )

  await page.getByRole('link', { name: 'Yesterday’s answer' }).click()
  await status(page, /Solved first time!\s*Columns: \d/)
  await expect(page.getByRole('gridcell', { name: /winning/ })).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Quatre' }).click()
  await expect(tile).toHaveText(/Solved, 3 days running/)
  expect(ana.browserErrors).toEqual([])
})

test('every day is there without a network, after one visit; tomorrow is not', async ({ browser, url }) => {
  const { page, context } = await Person.at(browser, url, { serviceWorkers: 'allow' })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.goto(url)
  await page.getByRole('link', { name: /^Today’s puzzle.* to move and win in \d$/ }).click()
  await status(page, 'can you see the win?')
  await page.getByRole('link', { name: 'Yesterday’s answer' }).click()
  await status(page, /The answer\s*Columns: \d/)
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Start again' }).click()
  await status(page, 'can you see the win?')
  await page.goto(`${url}/puzzle?date=${DAY}`)
  await status(page, 'Red to move: can you see the win?')
  await page.goto(`${url}/puzzle?date=9999-01-01`)
  await expect(page.getByRole('heading', { name: 'No puzzle for this day' })).toBeVisible()
})

test('today is the hub’s day, however wrong the clock of the device is', async ({ browser, url }) => {
  const { page } = await Person.at(browser, url)
  const { date } = (await (await fetch(`${url}/api/puzzle`)).json()) as Puzzle
  for (const days of [-4000, -2, -1, 1, 3, 400]) {
    await page.clock.setFixedTime(Date.now() + days * 86_400_000)
    await page.goto(`${url}/puzzle`)
    await expect(page.locator(`time[datetime="${date}"]`)).toBeVisible()
    await page.getByRole('link', { name: 'Yesterday’s answer' }).click()
    await expect(heading(page, /^Puzzle of /)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(dayBefore(date, 1)))
    await page.getByRole('link', { name: 'Today’s puzzle' }).click()
    await expect(heading(page, 'Today’s puzzle')).toBeVisible()
  }
})
