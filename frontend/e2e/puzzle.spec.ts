import { expect, type Page } from '@playwright/test'
import { messages } from './messages'
import { Person, test } from './people'
import { violations } from './violations'

/** The daily puzzle, as a real hub serves it. Which puzzle it is depends on the day of the test. */

interface Puzzle {
  moves: string
  turns: { outcomes: Record<string, string>; reply?: string }[]
}

const status = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const moveWith = (turn: Puzzle['turns'][number], ...wanted: string[]) =>
  Object.keys(turn.outcomes).find((move) => wanted.includes(turn.outcomes[move]!))!

test('a puzzle is solved with a wrong move, by pointer and by keyboard, in French', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  // The latest Monday has a puzzle with two turns.
  const now = new Date()
  now.setUTCDate(now.getUTCDate() - ((now.getUTCDay() + 6) % 7))
  const monday = now.toISOString().slice(0, 10)
  const puzzle = (await (await fetch(`${url}/api/puzzle?date=${monday}`)).json()) as Puzzle
  expect(puzzle.turns).toHaveLength(2)
  const [first, second] = puzzle.turns as [Puzzle['turns'][number], Puzzle['turns'][number]]

  const ana = await Person.at(browser, `${url}/puzzle?date=${monday}`, {
    locale: 'fr-FR',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  })
  const { page } = ana
  const fr = messages('fr')
  const seats = puzzle.moves.length % 2 === 0 ? ['Rouge', 'Jaune'] : ['Jaune', 'Rouge']
  const [solver, defender] = seats as [string, string]
  const discs = page.getByRole('gridcell', { name: /Rouge|Jaune/ })
  await status(page, fr('puzzle_question', { name: solver }))
  await expect(discs).toHaveCount(puzzle.moves.length)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: `Colonne ${moveWith(first, 'loss', 'draw')},` }).click()
  await status(page, /^Ce coup laisse .+ Essayez encore\.$/)
  await expect(discs, 'the wrong disc falls').toHaveCount(puzzle.moves.length + 1)
  await expect(discs, 'and is taken back').toHaveCount(puzzle.moves.length)

  await page.keyboard.press(moveWith(first, 'win'))
  await status(page, fr('puzzle_right', { name: defender, column: first.reply! }))
  await expect(discs).toHaveCount(puzzle.moves.length + 2)
  await page.keyboard.press(moveWith(second, 'win'))
  await status(page, 'Résolu en 2 essais')
  await expect(page.getByRole('gridcell', { name: /gagnant/ })).not.toHaveCount(0)
  await expect(page.locator('.rain')).toBeAttached()
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.reload()
  await status(page, 'Résolu en 2 essais')
  await expect(page.getByRole('link', { name: fr('position_title') })).toHaveAttribute(
    'href',
    new RegExp(`^/play\\?.*moves=${puzzle.moves}&from=puzzle\\+${monday}$`),
  )
  await page.getByRole('link', { name: fr('analysis_title'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/analysis\\?.*moves=${puzzle.moves}$`))
  expect(ana.browserErrors).toEqual([])
})

test('the puzzle of the day is there without the hub; that of tomorrow is not', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page } = await Person.at(browser, url)
  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  await status(page, /can you see the win\?$/)
  await page.route('**/api/puzzle', (route) => route.abort())
  await page.reload()
  await status(page, /can you see the win\?$/)
  await page.goto(`${url}/puzzle?date=9999-01-01`)
  await expect(page.getByRole('heading', { name: 'No puzzle for this day' })).toBeVisible()
  await page.unroute('**/api/puzzle')
  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  await page.getByRole('link', { name: 'Yesterday’s puzzle' }).click()
  await expect(page.getByRole('heading', { name: /^Puzzle of / })).toBeVisible()
})

test('today is the hub’s day, however wrong the clock of the device is', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page } = await Person.at(browser, url)
  const heading = (name: string | RegExp) =>
    expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  for (const days of [-4000, -2, -1, 1, 3, 400]) {
    await page.clock.setFixedTime(Date.now() + days * 86_400_000)
    await page.goto(`${url}/puzzle`)
    await heading('Today’s puzzle')
    await page.getByRole('link', { name: 'Yesterday’s puzzle' }).click()
    await heading(/^Puzzle of /)
    await page.getByRole('link', { name: 'Today’s puzzle' }).click()
    await heading('Today’s puzzle')
  }
})
