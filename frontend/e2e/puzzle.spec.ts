import { expect, type Page } from '@playwright/test'
import { leftInEnglish, messages } from './messages'
import { Person, test } from './people'
import { violations } from './violations'

/** The daily puzzle, and puzzles to train with, as a real hub serves them. Past days have the same puzzle whenever the tests
    run, and the IDs of puzzles are stable. */

interface Puzzle {
  date: string
  turns: { outcomes: Record<string, string> }[]
}

/** The text of the puzzle's card. */
const card = (page: Page) => page.locator('.panel [role=status]').first()
const lights = (page: Page) => page.locator('.board .lights')
const storedTraining = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('quatre.training') ?? '{}'))

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
  await status(page, fr('puzzle_loses', { name: 'Jaune', how: fr('puzzle_in', { column: '2' }) }))
  await expect(winning, 'the answer wins, for a moment').toHaveCount(4)
  await expect(discs).toHaveCount(28)
  await expect(discs, 'and both are taken back').toHaveCount(26)
  await expect(winning).toHaveCount(0)
  await page.keyboard.press('3')
  await status(page, fr('puzzle_draws', { name: 'Jaune', how: fr('puzzle_in', { column: '6' }) }))
  await expect(discs).toHaveCount(28)
  await expect(discs).toHaveCount(26)

  await page.reload()
  await status(page, fr('puzzle_question', { name: 'Rouge' }))
  await page.keyboard.press('6')
  await status(page, fr('puzzle_right', { name: 'Jaune', how: fr('puzzle_in', { column: '1' }) }))
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
  await status(page, /Solved first time![\s\S]*Columns: \d/)
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
  await status(page, /The answer[\s\S]*Columns: \d/)
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

test('three puzzles to train with, by keyboard: one refuted and explained, one with hints, one solved alone', async ({
  browser,
  url,
}) => {
  const ana = await Person.at(browser, `${url}/puzzles?id=d1`, { viewport: { width: 390, height: 844 } })
  const { page } = ana
  await test.step('a wrong move, its refutation and its reason', async () => {
    await expect(card(page)).toHaveText(/Red to move: can you see the win\?\s*Win in 2 moves/)
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('1')
    await expect(card(page)).toHaveText(/Yellow answers in column 2 and wins in the end\. Try again\./)
    await ana.expectDiscs(28)
    await ana.expectDiscs(26)
    const why = ana.button('Why?')
    await why.focus()
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveText(
      /^Yellow first plays on the number 1, then answers[\s\S]*Cross: column 5, row 2;/,
    )
    await expect(lights(page).locator('.number')).toHaveCount(1)
    await ana.expectDiscs(27)
    expect(await violations(page)).toEqual([])
    await expect(ana.button('Try again')).toBeFocused()
    await page.keyboard.press('Enter')
    await ana.expectDiscs(26)
    await page.keyboard.press('2')
    await expect(card(page)).toHaveText(/Well played! Yellow answers in column 1\. What now\?/)
    await ana.expectDiscs(28)
    await page.keyboard.press('5')
    await expect(card(page)).toHaveText(
      /^Solved in 2 tries\s*Fork: two threats at once\. Your rating: \d+ \(−\d+\)\. It comes back on/,
    )
  })

  await test.step('the next one with Enter; the theme, the cells and the move as hints', async () => {
    await expect(ana.button('Next puzzle')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/id=d1$/)
    await expect(heading(page, 'Puzzles')).toBeFocused()
    await page.goto(`${url}/puzzles?id=d3`)
    const hint = ana.button('Hint')
    await hint.focus()
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveText(/^Chain of threats: one threat after the other/)
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveText(
      /^Look at what is lit on the board\.\s*After this hint it counts as not solved\s*Lit: /,
    )
    await expect(lights(page).locator('.lit')).not.toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(card(page)).toHaveText(/^Play column 1\./)
    for (const [move, discs] of [
      ['1', 20],
      ['2', 22],
    ] as const) {
      await page.keyboard.press(move)
      await ana.expectDiscs(discs)
    }
    await page.keyboard.press('2')
    await expect(card(page)).toHaveText(/^Solved, with hints/)
  })

  await test.step('one alone, and why its move wins', async () => {
    await page.goto(`${url}/puzzles?id=d2`)
    await expect(card(page)).toHaveText(/^Yellow to move: can you see the win/)
    const before = (await storedTraining(page)).rating.rating
    await page.keyboard.press('6')
    await ana.expectDiscs(21)
    await page.keyboard.press('4')
    await expect(card(page)).toHaveText(
      /^Solved first time!\s*Fork: two threats at once\. Your rating: \d+ \(\+\d+\)\./,
    )
    await ana.button('Show why').click()
    await status(page, 'Yellow makes two threats with one disc, on the number 1.')
    await ana.expectDiscs(19)
    const { rating, results, run } = await storedTraining(page)
    expect(rating.rating).toBeGreaterThan(before)
    expect([results.d2, run]).toEqual(['', 1])
    expect(results.d1).toMatch(/^\d{4}-\d\d-\d\d 0$/)
    await expect(page.getByRole('link', { name: /^Fork.* solved$/ })).toHaveText(/1\/\d+/)
  })

  await test.step('the training as a file', async () => {
    await ana.button('My puzzles as a file').click()
    expect(await violations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await ana.button('Save as a file').click()
    const file = await (await saved).path()
    await page.evaluate(() => localStorage.removeItem('quatre.training'))
    const chooser = page.getByRole('dialog').locator('input[type=file]')
    await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('[]') })
    await expect(page.getByRole('alert')).toHaveText('That is no file with puzzles from Quatre.')
    await chooser.setInputFiles(file)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await storedTraining(page)).results.d2).toBe('')
  })
  expect(ana.browserErrors).toEqual([])
})

test('a puzzle of Force 3, in French', async ({ browser, url }) => {
  const ana = await Person.at(browser, `${url}/puzzles?id=f2`, { locale: 'fr-FR' })
  const { page } = ana
  const fr = messages('fr')
  const hint = ana.button(fr('puzzle_hint'))
  await expect(hint).toBeEnabled()
  await hint.click()
  await expect(card(page)).toHaveText(new RegExp(`^${fr('theme_name theme=force3-move')}`))
  await hint.click()
  await expect(card(page)).toHaveText(/^Commencez au losange/)
  await hint.click()
  expect(await violations(page)).toEqual([])
  expect(await leftInEnglish(page)).toEqual([])
  // The puzzle says which disc goes where; the answer comes from the hub.
  for (let turn = 0; turn < 2; turn++) {
    await expect(card(page)).toHaveText(/^Jouez le jeton de \d à \d\./)
    const [, from, to] = /de (\d) à (\d)/.exec((await card(page).textContent())!)!
    await page.keyboard.press(from!)
    await page.keyboard.press(to!)
    if (turn > 0) break
    await expect(card(page)).toHaveText(/^Bien joué/)
    await expect(hint).toBeEnabled()
    await hint.click()
    await hint.click()
  }
  await expect(card(page)).toHaveText(/^Résolu, avec des indices/)
  expect(ana.browserErrors).toEqual([])
})

test('a mistake of a lost game comes back as a puzzle the next week', async ({ browser, url }) => {
  const ana = await Person.at(browser, `${url}/play?moves=66473535213354745355424642`)
  const { page } = ana
  await ana.button('Play the AI').click()
  await ana.playColumn(2)
  await page.locator('.result-card').getByRole('link', { name: 'The turning point' }).click()
  await expect(page.getByRole('link', { name: 'This mistake comes back as a puzzle tomorrow' })).toBeVisible()
  await expect.poll(async () => (await storedTraining(page)).mistakes?.length).toBe(1)

  const later = Date.now() + 7 * 86_400_000
  await page.clock.setFixedTime(later)
  await page.route('**/api/puzzle', (route) =>
    route.fulfill({ json: { date: new Date(later).toISOString().slice(0, 10) } }),
  )
  await page.goto(`${url}/puzzles`)
  await expect(card(page)).toHaveText(/^Red to move\. In your game you played column 2\. What is better\?/)
  await expect(page).toHaveURL(/id=m1$/)
  await expect(page.getByText('You have missed it before')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the game' })).toHaveAttribute(
    'href',
    /^\/games\/[a-z0-9-]+\/1$/,
  )
  await expect(ana.button('Hint')).toBeEnabled()
  await page.keyboard.press('2')
  await expect(card(page)).toHaveText(/^Yellow answers in column 2 and wins\./)
  await ana.expectDiscs(26)
  await page.keyboard.press('6')
  await expect(card(page)).toHaveText(/^Solved in 2 tries/)
  expect((await storedTraining(page)).rating.rating, 'own mistakes are not rated').toBe(1000)

  // Looking through the lost games finds the same one.
  await page.goto(`${url}/puzzles?theme=mine`)
  await ana.button('Look through my latest lost games').click()
  await status(page, '1 lost game looked through')
  expect((await storedTraining(page)).mistakes).toHaveLength(1)
  expect(await violations(page)).toEqual([])
  expect(ana.browserErrors).toEqual([])
})
