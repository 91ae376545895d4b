import { expect, type Locator, type Page } from '@playwright/test'
import { leftInEnglish, messages } from './messages'
import { Person, test } from './people'
import { violations } from './violations'

/** Why a side wins: in words, on the board, in the replay of a lost game, and tried out. By a real hub with workers. */

/** Red's last move but nine lets Yellow win: only column 3 kept Red's win. */
const MOVES = '31667371373424211714441422332266667755'
const MISTAKE = 18
const lost = (variant: string, moves: readonly string[], result: string) => `[Variant "${variant}"]
[Player1 "Ana"]
[Colour1 "red"]
[Player2 "Bob"]
[Colour2 "yellow"]
[First "1"]
[Started "2026-11-21T10:00:00.000Z"]
[Ended "2026-11-21T10:00:00.000Z"]
[Result "${result}"]
[End "line"]

${moves.map((move, i) => (i % 2 === 0 ? `${i / 2 + 1}. ${move}` : move)).join(' ')} ${result}
`
const GAME = lost('connect4:7x6:4', [...MOVES], '0-1')
/** Yellow waits for this cell, and who plays below it loses. */
const LIT = { column: '5', row: '2' }
const BELOW = { column: '5', row: '1' }

async function importGame(person: Person, url: string, game = GAME): Promise<void> {
  const imported = await person.page.request.post(`${url}/api/import`, { data: game })
  expect(imported.ok()).toBe(true)
  const [stored] = (await imported.json()).games
  await person.page.goto(`${url}/games/${stored.room}/${stored.game}?turning`)
}

const lights = (page: Page): Locator => page.locator('.board .lights')

for (const [language, locale, words] of [
  [
    'en',
    'en-GB',
    {
      way: /^Yellow first plays on the number 1, then answers each disc of Red on top/,
      held: 'Why column 3 held',
      plan: 'Try the plan',
      last: 'Yellow: column 5. Yellow has won. That is how it works.',
    },
  ],
  [
    'fr',
    'fr-FR',
    {
      way: /^Jaune joue d’abord sur le numéro 1, puis répond au-dessus de chaque jeton de Rouge/,
      held: 'Pourquoi la colonne 3 tenait',
      plan: 'Essayer le plan',
      last: 'Jaune : colonne 5. Jaune a gagné. Voilà comment ça marche.',
    },
  ],
] as const)
  test(
    `a lost game says why, shows what held, and lets the plan be tried: ${language}`,
    { tag: language === 'fr' ? '@long' : [] },
    async ({ browser, url }) => {
      const say = messages(language)
      const ana = await Person.at(browser, url, { locale, viewport: { width: 390, height: 844 } })
      const { page } = ana
      const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
      const discs = page.getByRole('gridcell', { name: /^(Red|Yellow|Rouge|Jaune),/ })
      await importGame(ana, url)

      await test.step('the reason, in words and on the board', async () => {
        await expect(status(words.way)).toBeVisible()
        await expect(discs).toHaveCount(MISTAKE)
        await expect(lights(page).locator('.lit')).toHaveCount(1)
        await expect(lights(page).locator('.cross')).toHaveCount(1)
        await expect(lights(page).locator('.number')).toHaveCount(1)
        const cell = (at: typeof LIT, mark: string) =>
          page.getByRole('gridcell', {
            name: `${say('board_cell', { what: say('board_cell_empty'), ...at })}, ${say(mark)}`,
          })
        await expect(cell(LIT, 'reason_mark_lit')).toBeAttached()
        await expect(cell(BELOW, 'reason_mark_cross')).toBeAttached()
        expect(await violations(page)).toEqual([])
        if (language === 'fr') expect(await leftInEnglish(page)).toEqual([])
      })

      await test.step('what held, until the plan fails', async () => {
        await ana.button(words.held).click()
        await expect(
          status(say('reason_broken why=lost, count=*', { loser: say('colour_red') })),
        ).toBeVisible()
        await ana.button(say('turning_back')).click()
        await expect(discs).toHaveCount(MISTAKE)
      })

      await test.step('the plan, by keyboard, to the end', async () => {
        await ana.button(words.plan).focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: words.plan })
        const next = dialog.getByRole('button', { name: say('plan_next') })
        await expect(next).toBeFocused()
        await expect(dialog.locator('.allowed')).toHaveCount(1)
        expect(await violations(page)).toEqual([])
        const again = dialog.getByRole('button', { name: say('plan_again') })
        const placed = () => dialog.getByRole('gridcell', { name: /^(Red|Yellow|Rouge|Jaune),/ }).count()
        for (let turns = 0; turns < 21 && !(await again.isVisible()); turns++) {
          const before = await placed()
          await page.keyboard.press('Enter')
          await expect
            .poll(async () => (await again.isVisible()) || (await placed()) >= before + 2, {
              timeout: 30_000,
            })
            .toBe(true)
        }
        await expect(dialog.getByRole('status').filter({ hasText: words.last })).toBeVisible()
        await expect(again).toBeFocused()

        // Now alone: what the rule does not allow is not played.
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
        await page.keyboard.press('Space')
        await dialog.getByRole('button', { name: /^(Column|Colonne) 2,/ }).click()
        const refused = say('plan_lets_go', {
          move: say('coach_column', { column: '2' }),
          rule: say('plan_do rule=begins'),
        })
        await expect(dialog.getByRole('status').filter({ hasText: refused })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(ana.button(words.plan)).toBeFocused()
      })
      expect(ana.browserErrors).toEqual([])
    },
  )

test('a lost game of Force 3 says how few moves held', { tag: '@long' }, async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  await importGame(ana, url, lost('force3', ['P1', 'P2', 'P9', 'P3', 'P4', 'P6', 'M9-7'], '1-0'))
  await expect(ana.page.getByText('Every move but a disc on 9 lets Red win.')).toBeVisible()
  expect(ana.browserErrors).toEqual([])
})

test(
  'the analysis board says why on request, or that no short reason is known',
  { tag: '@long' },
  async ({ browser, url }) => {
    const ana = await Person.at(browser, `${url}/analysis?moves=${MOVES.slice(0, MISTAKE + 1)}`)
    const { page } = ana
    await ana.button('Show why').click()
    await expect(
      page.getByRole('status').filter({ hasText: /^Yellow first plays on the number 1/ }),
    ).toBeVisible()
    await expect(lights(page).locator('.lit')).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    // It stays open from position to position.
    await page.keyboard.press('ArrowLeft')
    await expect(lights(page)).toHaveCount(0)
    await page.keyboard.press('ArrowRight')
    await expect(lights(page).locator('.cross')).toHaveCount(1)
    await page.goto(`${url}/analysis?moves=44444`)
    await expect(page.getByText('No short reason is known.').or(ana.button('Show why'))).toBeVisible()
    await page.goto(`${url}/analysis?variant=tictactoe`)
    await expect(page.getByText('A draw with best play').first()).toBeVisible()
    await expect(ana.button('Show why')).toHaveCount(0)
    expect(ana.browserErrors).toEqual([])
  },
)
