import { expect, type Browser, type Locator } from '@playwright/test'
import { messages, type Language } from './messages'
import { Person, test } from './people'

/**
 * A whole game of each kind between two people who do not see the board, one in English and one in French. They find
 * everything by its role and name. What each of them hears is compared word by word.
 */

class Listener {
  readonly t: ReturnType<typeof messages>
  constructor(
    readonly person: Person,
    language: Language,
  ) {
    this.t = messages(language)
  }

  /** Everything that was announced, with plain spaces. On a busy machine the other one may seem away for a moment. */
  async heard(): Promise<string[]> {
    const log = this.person.page.getByRole('log', { name: this.t('heard_log') })
    const texts = await log.getByRole('paragraph').allTextContents()
    const away = new RegExp(this.t('claim_opponent_away', { name: '(Bob|Zoé)' }))
    const back = new RegExp(`^${this.t('heard_here', { name: '(Bob|Zoé)' })}.$`)
    return texts
      .map((text) => text.replace(/\s/g, ' ').replace(away, '').replace(back, '').trim())
      .filter((text) => text !== '')
  }

  /** Waits until this many announcements were made. */
  async listen(count: number): Promise<void> {
    await expect.poll(async () => (await this.heard()).length).toBe(count)
  }

  /** Records what other live regions than the log say from now on. */
  async watchOtherRegions(): Promise<void> {
    await this.person.page.evaluate(() => {
      const said: string[] = ((window as unknown as { said: string[] }).said = [])
      const live = ':is([role="status"], [role="alert"], [aria-live]):not([aria-live="off"])'
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
          if (region?.textContent?.trim()) said.push(region.textContent.trim())
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
  }

  otherRegions(): Promise<string[]> {
    return this.person.page.evaluate(() => (window as unknown as { said: string[] }).said)
  }

  /** The cells of the grid whose name has this part. */
  cell(part: string): Locator {
    return this.person.page
      .getByRole('grid', { name: this.t('board_cells') })
      .getByRole('gridcell', { name: new RegExp(`(^|, )${part}(,|$)`, 'i') })
  }

  /** Presses Enter on a cell that can be played. */
  async play(name: string): Promise<void> {
    const cell = this.cell(name)
    await expect(cell).toHaveAccessibleName(new RegExp(this.t('board_cell_playable')))
    await cell.press('Enter')
  }
}

/** Two people in a room for this game: Bob, who begins, and Zoé, whose page is in French. */
async function twoListeners(browser: Browser, url: string, game: string) {
  const join = async (name: string, locale: string, at: string) => {
    const person = await Person.at(browser, url, { locale })
    await person.page.evaluate(
      (name) => localStorage.setItem('quatre.choices', JSON.stringify({ name })),
      name,
    )
    await person.page.goto(at)
    return person
  }
  const bob = new Listener(await join('Bob', 'en-GB', url), 'en')
  const { page } = bob.person
  await bob.person.chooseGame(bob.t(`setup_game_${game}`))
  await bob.person.button(bob.t('start_friend')).click()
  await page.waitForURL(/\/r\//)
  await bob.listen(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const zoe = new Listener(await join('Zoé', 'fr-FR', page.url()), 'fr')
  await Promise.all([zoe.listen(1), bob.listen(2)])
  await zoe.person.button(zoe.t('join_sit')).click()
  await Promise.all([zoe.listen(2), bob.listen(3)])
  await bob.watchOtherRegions()
  return { bob, zoe }
}

const BEFORE = {
  bob: [
    'Waiting for your friend…',
    'Somebody has opened your link…',
    'Zoé is here. Your colour: Red. Your turn.',
  ],
  zoe: ['Bob vous attend.', 'Votre couleur : Jaune. À Bob de jouer.'],
}

test('Connect Four by ear', async ({ browser, url }) => {
  const { bob, zoe } = await twoListeners(browser, url, 'connect4')
  const place = (who: Listener, column: number, row: number) =>
    who.t('heard_column_row', { column: String(column), row: String(row) })
  for (let i = 0; i < 6; i++) {
    const row = Math.floor(i / 2) + 1
    if (i % 2 === 0) await bob.play(place(bob, 4, row))
    else await zoe.play(place(zoe, 5, row))
    await Promise.all([bob.listen(i + 4), zoe.listen(i + 3)])
  }
  // Bob walks over the grid, and asks.
  await bob.cell(place(bob, 5, 3)).press('ArrowLeft')
  const here = bob.cell(place(bob, 4, 3))
  await expect(here).toBeFocused()
  for (const key of ['l', 's', 'm', 'o', 'Shift+ArrowDown', 'Shift+PageDown']) await here.press(key)
  await bob.play(place(bob, 4, 4))
  await zoe.listen(9)
  await expect(zoe.cell(place(zoe, 4, 1))).toHaveAccessibleName(
    'Rouge, colonne 4, rangée 1, dans l’alignement gagnant',
  )
  await zoe.person.again(zoe.t('action_rematch')).click()
  await bob.listen(17)
  await bob.person.again(bob.t('action_rematch')).click()
  await Promise.all([bob.listen(18), zoe.listen(11)])
  // The button is gone, and the focus with it.
  await expect(bob.person.page.getByRole('heading', { level: 1 })).toBeFocused()

  expect(await bob.heard()).toEqual([
    ...BEFORE.bob,
    'Red: column 4, row 1. Zoé’s turn.',
    'Yellow: column 5, row 1. Your turn.',
    'Red: column 4, row 2. Zoé’s turn.',
    'Yellow: column 5, row 2. Your turn.',
    'Red: column 4, row 3. Zoé’s turn.',
    'Yellow: column 5, row 3. Your turn.',
    'Yellow: column 5, row 3.',
    'Your turn.',
    'Red can complete a line at once on column 4, row 4.',
    'Yellow can complete a line at once on column 5, row 4.',
    'Down: Red, Red, edge.',
    'Down and right: Yellow, empty, edge.',
    'Red: column 4, row 4. You win: column 4, rows 1 to 4.',
    'Zoé wants to play again.',
    'Game 2. Your colour: Red. Zoé’s turn.',
  ])
  // Nothing else spoke, so that each turn was one announcement.
  expect(await bob.otherRegions()).toEqual([])
  expect(await zoe.heard()).toEqual([
    ...BEFORE.zoe,
    'Rouge : colonne 4, rangée 1. À vous de jouer.',
    'Jaune : colonne 5, rangée 1. À Bob de jouer.',
    'Rouge : colonne 4, rangée 2. À vous de jouer.',
    'Jaune : colonne 5, rangée 2. À Bob de jouer.',
    'Rouge : colonne 4, rangée 3. À vous de jouer.',
    'Jaune : colonne 5, rangée 3. À Bob de jouer.',
    'Rouge : colonne 4, rangée 4. Vous avez perdu : colonne 4, rangées 1 à 4.',
    'On attend Bob…',
    'Partie 2. Votre couleur : Jaune. À vous de jouer.',
  ])
})

test('tic-tac-toe by ear', async ({ browser, url }) => {
  const { bob, zoe } = await twoListeners(browser, url, 'tictactoe')
  for (const [i, square] of ['b2', 'a1', 'c1', 'b1', 'a3'].entries()) {
    await (i % 2 === 0 ? bob : zoe).play(square)
    await Promise.all([bob.listen(i + 4), zoe.listen(i + 3)])
  }
  expect(await bob.heard()).toEqual([
    ...BEFORE.bob,
    'Red: square b2. Zoé’s turn.',
    'Yellow: square a1. Your turn.',
    'Red: square c1. Zoé’s turn.',
    'Yellow: square b1. Your turn.',
    'Red: square a3. You win: cells a3, b2, c1.',
  ])
  expect(await zoe.heard()).toEqual([
    ...BEFORE.zoe,
    'Rouge : case b2. À vous de jouer.',
    'Jaune : case a1. À Bob de jouer.',
    'Rouge : case c1. À vous de jouer.',
    'Jaune : case b1. À Bob de jouer.',
    'Rouge : case a3. Vous avez perdu : cases a3, b2, c1.',
  ])
})

test('Force 3 by ear', async ({ browser, url }) => {
  const { bob, zoe } = await twoListeners(browser, url, 'force3')
  const handOf = (who: Listener) =>
    who.person.page.getByRole('button', { name: who === bob ? /^Hand \(Red\)/ : /^Réserve \(Jaune\)/ })
  // Each turn: what is tapped first, and where it goes.
  const turns = [
    ['hand', 1],
    ['hand', 2],
    [1, 3],
    ['hand', 4],
    ['hand', 9],
    [2, 5],
    ['hand', 6],
  ] as const
  for (const [i, [from, to]] of turns.entries()) {
    const mover = i % 2 === 0 ? bob : zoe
    const cell = (number: number) => mover.cell(mover.t('heard_cell', { cell: String(number) }))
    await expect(mover.cell(mover.t('board_cell_playable')).first()).toBeVisible()
    const start = from === 'hand' ? handOf(mover) : cell(from)
    // On a busy machine the key may be pressed before the page knows that the turn is shown, and then it does not count.
    await expect(async () => {
      await start.press('Enter')
      await expect(start).toHaveAttribute(from === 'hand' ? 'aria-pressed' : 'aria-selected', 'true', {
        timeout: 2000,
      })
    }).toPass()
    await cell(to).press('Enter')
    await Promise.all([bob.listen(i + 4), zoe.listen(i + 3)])
  }
  expect(await bob.heard()).toEqual([
    ...BEFORE.bob,
    'Red: disc on 1. Zoé’s turn.',
    'Yellow: disc on 2. Your turn.',
    'Red: disc from 1 to 3. Zoé’s turn.',
    'Yellow: disc on 4. Your turn.',
    'Red: disc on 9. Zoé’s turn.',
    'Yellow: slide of tile 2. Yellow on 2 goes to 5. The hole is now on 2. Your turn.',
    'Red: disc on 6. You win: cells 9, 6, 3.',
  ])
  expect(await zoe.heard()).toEqual([
    ...BEFORE.zoe,
    'Rouge : jeton en 1. À vous de jouer.',
    'Jaune : jeton en 2. À Bob de jouer.',
    'Rouge : jeton de 1 à 3. À vous de jouer.',
    'Jaune : jeton en 4. À Bob de jouer.',
    'Rouge : jeton en 9. À vous de jouer.',
    'Jaune : glissement de la tuile 2. Jaune passe de 2 à 5. Le trou est maintenant en 2. À Bob de jouer.',
    'Rouge : jeton en 6. Vous avez perdu : cases 9, 6, 3.',
  ])
})
