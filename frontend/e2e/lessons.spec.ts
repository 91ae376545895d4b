import { expect, type Page } from '@playwright/test'
import { leftInEnglish, messages } from './messages'
import { Person, test } from './people'
import { violations } from './violations'

/** The lessons, done by keyboard. Their positions and moves are tested by TestLessons in internal/puzzle. */

const status = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const discs = (page: Page) => page.getByRole('gridcell', { name: /Red|Yellow|Rouge|Jaune/ })

test('a fork is learned by keyboard, after a wrong move that is refuted, and stays learned', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, `${url}/rules/connect4`)
  const { page } = ana
  await page.getByRole('link', { name: 'Lessons' }).click()
  await expect(heading(page, 'Lessons')).toBeVisible()
  await expect(page).toHaveTitle(/^Lessons ·/)
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '4. A fork' }).press('Enter')
  await expect(heading(page, 'A fork')).toBeFocused()
  await expect(page).toHaveTitle(/^A fork ·/)
  await expect(discs(page)).toHaveCount(4)
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('7')
  await status(page, 'Yellow: column 1. That does not make two threats.')
  await expect(discs(page), 'the answer is played').toHaveCount(6)
  await expect(discs(page), 'and both are taken back').toHaveCount(4)
  await page.keyboard.press('1')
  await status(page, 'Try column 4.')
  await expect(discs(page)).toHaveCount(4)
  await page.keyboard.press('4')
  await status(page, 'Right! Yellow: column 1. What now?')
  await expect(discs(page)).toHaveCount(6)
  await page.keyboard.press('6')
  await status(page, 'You can complete a line now.')
  await expect(discs(page)).toHaveCount(6)
  await page.keyboard.press('5')
  await status(page, 'Yellow closed one end, and you took the other.')
  await expect(page.getByRole('gridcell', { name: /winning/ })).toHaveCount(4)
  expect(await violations(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'Puzzles like this one' })).toHaveAttribute(
    'href',
    '/puzzles?theme=fork',
  )
  await expect(page.getByRole('link', { name: 'Play from this position' })).toHaveAttribute(
    'href',
    /^\/play\?.*moves=3322$/,
  )

  await page.getByRole('link', { name: 'Next: Stop a fork' }).press('Enter')
  await expect(heading(page, 'Stop a fork')).toBeFocused()
  await page.goto(`${url}/lessons`)
  await expect(page.getByRole('link', { name: '4. A fork done' })).toBeVisible()
  await expect(page.getByText('1 of 15 done')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on: Gravity' })).toHaveAttribute('href', '/lessons/drop')
  expect(ana.browserErrors).toEqual([])
})

test('the lit cells are told in words, in French, on a narrow dark page', async ({ browser, url }) => {
  const ana = await Person.at(browser, `${url}/lessons/poison`, {
    locale: 'fr-FR',
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 },
  })
  const { page } = ana
  const fr = messages('fr')
  await expect(heading(page, fr('lessons_name lesson=poison'))).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /colonne 2, rangée 3.*éclairée/i })).toBeAttached()
  expect(await violations(page)).toEqual([])
  expect(await leftInEnglish(page)).toEqual([])
  await page.keyboard.press('2')
  await status(page, fr('lessons_wrong lesson=poison'))
  await expect(page.getByRole('gridcell', { name: /gagnant/ })).toHaveCount(4)
  await expect(discs(page), 'both are taken back').toHaveCount(18)
  await page.keyboard.press('3')
  await status(page, fr('lessons_done lesson=poison'))
  expect(await violations(page)).toEqual([])
  expect(await leftInEnglish(page)).toEqual([])
  await page.goto(`${url}/lessons`)
  expect(await leftInEnglish(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(ana.browserErrors).toEqual([])
})

test('two threats by a slide win in Force 3, by keyboard', async ({ browser, url }) => {
  const ana = await Person.at(browser, `${url}/lessons/threats`)
  const { page } = ana
  await expect(heading(page, 'Two threats by a slide')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // A disc moves to a free tile: Yellow then wins by a slide.
  await page.keyboard.press('2')
  await page.keyboard.press('6')
  await status(page, 'That does not make two threats.')
  await expect(page.getByRole('gridcell', { name: /winning/ })).toHaveCount(3)
  await expect(page.getByRole('gridcell', { name: /winning/ })).toHaveCount(0)
  await page.keyboard.press('2')
  await page.keyboard.press('5')
  await status(page, 'Right! Yellow:')
  await expect(page.getByRole('gridcell', { name: 'Cell 9, Yellow' })).toBeAttached()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await status(page, 'Two threats at once win in Force 3 too.')
  await expect(page.getByRole('link', { name: 'All lessons' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(ana.browserErrors).toEqual([])
})
