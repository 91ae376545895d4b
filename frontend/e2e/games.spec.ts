import { expect, test, type Page } from '@playwright/test'
import { Person } from './people'
import { World } from './processes'

/** Each game to its end, by mouse, by touch and by the keyboard alone: two people on one device. */

let world: World
let url: string
test.beforeEach(async () => {
  world = new World()
  url = (await world.hub(`file:${world.folder}/quatre.db`)).url
})
test.afterEach(() => world.close())

/** A turn: what is tapped for it, by the beginnings of the names, and the keys that do the same. */
interface Turn {
  spots: string[]
  keys: string[]
}

const column = (n: number): Turn => ({ spots: [`Column ${n}`], keys: [String(n)] })
const square = (name: string, key: string): Turn => ({ spots: [name], keys: [key] })
const place = (cell: number, hand: 'Red' | 'Yellow'): Turn => ({
  spots: [`Hand \\(${hand}\\)`, `Cell ${cell}`],
  keys: ['t', String(cell)],
})
const move = (from: number, to: number): Turn => ({
  spots: [`Cell ${from}`, `Cell ${to}`],
  keys: [String(from), String(to)],
})
const slide = (cell: number, hole: number): Turn => ({
  spots: [`Cell ${cell}`, `Cell ${hole}`],
  keys: [String(cell), 'h'],
})

const GAMES = [
  {
    game: 'Connect Four' as const,
    turns: [4, 3, 4, 3, 4, 3, 4].map(column),
    discs: 7,
  },
  {
    game: 'Tic-tac-toe' as const,
    // The keys are those of a telephone: 1 is the square at the top left, a3.
    turns: [
      square('b2', '5'),
      square('a1', '7'),
      square('c1', '9'),
      square('a3', '1'),
      square('a2', '4'),
    ].concat([square('c2', '6'), square('c3', '3'), square('b1', '8'), square('b3', '2')]),
    discs: 9,
  },
  {
    game: 'Force 3' as const,
    turns: [place(1, 'Red'), place(2, 'Yellow'), move(1, 3), place(4, 'Yellow'), place(9, 'Red')].concat([
      slide(8, 5),
      place(6, 'Red'),
    ]),
    discs: 5,
  },
]

type By = 'pointer' | 'touch' | 'keyboard'

async function take(person: Person, turn: Turn, by: By): Promise<void> {
  // The move before may still be on its way to the hub: the board takes the next one when it is there.
  await expect(person.board.getByRole('button', { disabled: false }).first()).toBeVisible()
  if (by === 'keyboard') for (const key of turn.keys) await person.page.keyboard.press(key)
  else
    for (const name of turn.spots) {
      const spot = person.spot(name)
      await (by === 'touch' ? spot.tap() : spot.click())
    }
}

/** The turns that the log has, as the page's own protocol tells them. */
async function moves(page: Page): Promise<string[]> {
  const room = page.url().split('/r/')[1]!.split('?')[0]
  const { entries } = await (
    await page.request.get(`${new URL(page.url()).origin}/api/rooms/${room}/entries`)
  ).json()
  return entries
    .filter((e: { type: string }) => e.type === 'moved')
    .map((e: { data: { move: string } }) => e.data.move)
}

for (const { game, turns, discs } of GAMES)
  for (const by of ['pointer', 'touch', 'keyboard'] as const)
    test(`${game} to its end by ${by}`, async ({ browser }) => {
      const small = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
      const both = await Person.at(browser, url, by === 'touch' ? small : {})
      if (by === 'keyboard') {
        await both.page.getByRole('radio', { name: 'Connect Four' }).focus()
        for (let i = 0; i < GAMES.findIndex((g) => g.game === game); i++)
          await both.page.keyboard.press('ArrowRight')
        const device = both.page.getByRole('button', { name: /^On this device/ })
        while (!(await device.evaluate((e) => e === document.activeElement)))
          await both.page.keyboard.press('Tab')
        await both.page.keyboard.press('Enter')
      } else {
        const radio = both.page.getByRole('radio', { name: game })
        const device = both.page.getByRole('button', { name: /^On this device/ })
        await (by === 'touch' ? radio.tap() : radio.click())
        await (by === 'touch' ? device.tap() : device.click())
      }
      for (const [i, turn] of turns.entries()) {
        await both.says(i % 2 === 0 ? 'Red’s turn' : 'Yellow’s turn')
        await take(both, turn, by)
        await expect.poll(async () => (await moves(both.page)).length).toBe(i + 1)
      }
      await both.says(game === 'Tic-tac-toe' ? 'A draw' : 'Red wins!')
      await both.sees(discs)

      // Another one, in the same way; the other colour begins.
      if (by === 'keyboard') await both.page.keyboard.press('Space')
      else if (by === 'touch') await both.button('Play again').tap()
      else await both.button('Play again').click()
      await both.says('Yellow’s turn')
      expect(both.complaints).toEqual([])
    })

test('the banned slide of Force 3 is locked, and says why', async ({ browser }) => {
  const both = await Person.at(browser, url)
  await both.choose('Force 3')
  await both.page.getByRole('button', { name: /^On this device/ }).click()
  await both.says('Red’s turn')
  await take(both, place(1, 'Red'), 'pointer')
  await both.says('Yellow’s turn')
  await take(both, slide(2, 5), 'pointer')
  await both.says('Red’s turn')
  // What lies on 5 now came from 2, and may not go back at once.
  await take(both, slide(5, 2), 'pointer')
  await both.says('Tile 5 is locked for this turn')
  // The first tap lights the targets, Escape lets go, and the same tap does, too.
  await both.page.keyboard.press('Escape')
  await both.spot('Cell 1').click()
  await expect(both.spot('Cell 9')).toHaveAccessibleName(/moves 1 to 9/)
  await both.spot('Cell 1').click()
  await expect(both.spot('Cell 9')).not.toHaveAccessibleName(/moves/)
  // Two at once: from the far tile.
  await take(both, slide(8, 2), 'pointer')
  await both.says('Yellow’s turn')
  // The page shows a move before the hub has stored it.
  await expect.poll(() => moves(both.page)).toEqual(['P1', 'S2', 'S8+'])
})

test('a fair start begins in a corner', async ({ browser }) => {
  const both = await Person.at(browser, url)
  await both.choose('Force 3')
  await both.options(async (dialog) => {
    await dialog.getByRole('checkbox', { name: 'Fair start' }).setChecked(true)
  })
  await both.page.getByRole('button', { name: /^On this device/ }).click()
  await both.says('Red’s turn')
  await both.spot('Hand \\(Red\\)').click()
  await expect(both.spot('Cell 2')).not.toHaveAccessibleName(/places/)
  await expect(both.spot('Cell 3')).toHaveAccessibleName(/places on 3/)
})

test('boards of every size are played, and those that cannot be are told why', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.options(async (dialog) => {
    await dialog.getByRole('radio', { name: /^Your own/ }).check()
    await dialog.getByLabel('Columns').fill('4')
    await dialog.getByLabel('Rows').fill('4')
    await dialog.getByRole('spinbutton', { name: 'To align' }).fill('5')
    await expect(dialog.getByRole('status').filter({ hasText: 'do not fit' })).toBeVisible()
    await dialog.getByRole('radio', { name: /^Giant/ }).check()
  })
  await ana.page.getByRole('button', { name: /^On this device/ }).click()
  await ana.says('Red’s turn')
  for (const n of [15, 1, 15, 1, 15, 1, 15, 1, 15])
    await take(ana, { spots: [], keys: [n === 15 ? 'f' : '1'] }, 'keyboard')
  await ana.says('Red wins!')
  await ana.sees(9)
})
