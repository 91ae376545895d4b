import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'

/** Each game to its end in pass and play, by touch and by keyboard. Other files play them by mouse. */

/** A turn: the targets to tap, by the start of their names, and the keys that do the same. */
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
/** Two slides of force3:report: the hole first, then the tiles in their order. */
const slideTwo = (hole: number, cell: number, then: number): Turn => ({
  spots: [`Cell ${hole}`, `Cell ${cell}`, `Cell ${then}`],
  keys: ['h', String(cell), String(then)],
})

const GAMES = [
  {
    game: 'Connect Four' as const,
    turns: [4, 3, 4, 3, 4, 3, 4].map(column),
    discs: 7,
    line: 4,
  },
  {
    game: 'Tic-tac-toe' as const,
    // The keys are arranged as on a telephone: 1 is a3, at the top left.
    turns: [
      square('b2', '5'),
      square('a1', '7'),
      square('c1', '9'),
      square('a3', '1'),
      square('a2', '4'),
    ].concat([square('c2', '6'), square('c3', '3'), square('b1', '8'), square('b3', '2')]),
    discs: 9,
    line: 0,
  },
  {
    game: 'Force 3' as const,
    turns: [place(1, 'Red'), place(2, 'Yellow'), move(1, 3), place(4, 'Yellow'), place(9, 'Red')].concat([
      slide(8, 5),
      place(6, 'Red'),
    ]),
    discs: 5,
    line: 3,
  },
]

type Input = 'pointer' | 'touch' | 'keyboard'

async function playTurn(person: Person, turn: Turn, input: Input): Promise<void> {
  // Wait until the previous move is stored: the board accepts no move before that.
  await expect(person.board.getByRole('button', { disabled: false }).first()).toBeVisible()
  if (input === 'keyboard') for (const key of turn.keys) await person.page.keyboard.press(key)
  else
    for (const name of turn.spots) {
      const spot = person.target(name)
      await (input === 'touch' ? spot.tap() : spot.click())
    }
}

/** Drags from one target to another by touch, and lets go at this share of the way. */
async function drag(person: Person, from: string, to: string, share: number): Promise<void> {
  const middle = async (name: string) => {
    const { x, y, width, height } = (await person.target(name).boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const [a, b] = [await middle(from), await middle(to)]
  const devtools = await person.context.newCDPSession(person.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', a)
  for (let i = 1; i <= 4; i++)
    await touch('touchMove', {
      x: a.x + ((b.x - a.x) * share * i) / 4,
      y: a.y + ((b.y - a.y) * share * i) / 4,
    })
  // A finger that still moves when it is lifted is a fling, and Chromium takes the tap after a fling for its end.
  await person.page.waitForTimeout(200)
  await touch('touchEnd')
  await devtools.detach()
}

/** The moves in the log of the room. */
async function storedMoves(page: Page): Promise<string[]> {
  const room = page.url().split('/r/')[1]!.split('?')[0]
  const { entries } = await (
    await page.request.get(`${new URL(page.url()).origin}/api/rooms/${room}/entries`)
  ).json()
  return entries
    .filter((e: { type: string }) => e.type === 'moved')
    .map((e: { data: { move: string } }) => e.data.move)
}

/** Waits for the result, and expects that it covers no disc of the winning line. */
async function expectResultBesideLine({ page }: Person): Promise<void> {
  const card = page.getByRole('group', { name: 'Result' })
  await expect(card.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect.poll(() => card.evaluate((e) => e.getAnimations().length)).toBe(0)
  const result = (await card.boundingBox())!
  for (const disc of await page.locator('.board circle.won').all()) {
    const { y, height } = (await disc.boundingBox())!
    expect(result.y >= y + height || result.y + result.height <= y).toBe(true)
  }
}

test('one gesture plays one disc, by mouse, touch and keyboard, on a slow network', async ({
  browser,
  url,
}) => {
  const player = await Person.at(browser, url, { hasTouch: true })
  const { page } = player
  await page.routeWebSocket(/\/live/, (socket) => {
    const hub = socket.connectToServer()
    socket.onMessage((frame) => void setTimeout(() => hub.send(frame), 60))
    hub.onMessage((frame) => void setTimeout(() => socket.send(frame), 60))
  })
  await player.button(/^On this device/).click()
  await player.expectStatus('Red’s turn')
  const { x, y, width, height } = (await player.column(4).boundingBox())!
  const middle = [x + width / 2, y + height / 2] as const
  const played: string[] = []
  /** Does something twice, 180 ms apart, as one does in one gesture. It plays this column once. */
  const twice = async (column: string, act: (clickCount: number) => Promise<void>, apart = 180) => {
    await act(1)
    await page.waitForTimeout(apart)
    await act(2)
    played.push(column)
    await player.expectStatus(played.length % 2 === 0 ? 'Red’s turn' : 'Yellow’s turn')
    await expect(player.column(1)).toHaveAttribute('aria-disabled', 'false')
    expect(await storedMoves(page)).toEqual(played)
  }
  await page.mouse.move(...middle)
  await twice('4', async (clickCount) => {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  })
  // The page tells by their times whether two taps are one gesture, and a busy machine delays the second.
  await twice('4', () => page.touchscreen.tap(...middle), 20)
  await player.column(3).focus()
  await twice('3', () => page.keyboard.down('Enter'))
  await page.keyboard.up('Enter')
  await player.column(2).focus()
  await twice('2', (n) => (n === 1 ? page.keyboard.down('Space') : page.keyboard.press('Space')))
  await twice('5', () => page.keyboard.down('5'))
  await page.keyboard.up('5')
})

/** Pieces fall and slide, and a win is celebrated. */
const motion = { reducedMotion: 'no-preference' } as const

for (const { game, turns, discs, line } of GAMES)
  for (const input of ['touch', 'keyboard'] as const)
    test(
      `${game} to its end by ${input}`,
      { tag: input === 'keyboard' ? '@long' : [] },
      async ({ browser, url }) => {
        const small = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
        const player = await Person.at(browser, url, input === 'touch' ? { ...small, ...motion } : {})
        if (input === 'keyboard') {
          await player.page.locator('button.options').press('Enter')
          await player.page.getByRole('radio', { name: 'Connect Four' }).focus()
          for (let i = 0; i < GAMES.findIndex((g) => g.game === game); i++)
            await player.page.keyboard.press('ArrowRight')
          await player.page.keyboard.press('Escape')
          const device = player.page.getByRole('button', { name: /^On this device/ })
          while (!(await device.evaluate((e) => e === document.activeElement)))
            await player.page.keyboard.press('Tab')
          await player.page.keyboard.press('Enter')
        } else {
          await player.page.locator('button.options').tap()
          await player.page.getByRole('radio', { name: game }).tap()
          await player.button('Done').tap()
          await player.page.getByRole('button', { name: /^On this device/ }).tap()
        }
        for (const [i, turn] of turns.entries()) {
          await player.expectStatus(i % 2 === 0 ? 'Red’s turn' : 'Yellow’s turn')
          await playTurn(player, turn, input)
          await expect.poll(async () => (await storedMoves(player.page)).length).toBe(i + 1)
        }
        await player.expectStatus(game === 'Tic-tac-toe' ? 'It’s a draw' : 'Red wins!')
        await player.expectDiscs(discs)
        await expect(player.page.locator('.board circle.won')).toHaveCount(line)
        if (input === 'touch') await expectResultBesideLine(player)

        // A rematch; the other colour begins.
        if (input === 'keyboard') await player.page.keyboard.press(game === 'Force 3' ? 'Space' : 'Enter')
        else await player.again().tap()
        await player.expectStatus('Yellow’s turn')
        expect(player.browserErrors).toEqual([])
      },
    )

test('Force 3 by the students’ report to its end by touch', { tag: '@long' }, async ({ browser, url }) => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
  const player = await Person.at(browser, url, phone)
  await player.chooseGame('Force 3')
  await player.changeOptions((dialog) => dialog.getByRole('radio', { name: 'Student report' }).check())
  await player.page.getByRole('button', { name: /^On this device/ }).click()
  const turns = [
    ...[place(7, 'Red'), slide(8, 5), place(2, 'Red'), place(4, 'Yellow'), move(2, 3)],
    ...[slide(9, 8), place(2, 'Red'), slide(8, 9), slideTwo(8, 5, 2)],
  ]
  for (const [i, turn] of turns.entries()) {
    await player.expectStatus(i % 2 === 0 ? 'Red’s turn' : 'Yellow’s turn')
    await playTurn(player, turn, 'touch')
  }
  // The second slide brings a disc into the middle of a diagonal.
  await player.expectStatus('Red wins!')
  await player.expectDiscs(4)
  await expect(player.page.locator('.board circle.won')).toHaveCount(3)
  expect(await storedMoves(player.page)).toEqual('P7 S8 P2 P4 M2-3 S9 P2 S8 S5+2'.split(' '))
  expect(player.browserErrors).toEqual([])
})

test(
  'the banned slide of Force 3 is locked, and a tap shows the reason',
  { tag: '@long' },
  async ({ browser, url }) => {
    const player = await Person.at(browser, url)
    await player.chooseGame('Force 3')
    await player.page.getByRole('button', { name: /^On this device/ }).click()
    await player.expectStatus('Red’s turn')
    await playTurn(player, place(1, 'Red'), 'pointer')
    await player.expectStatus('Yellow’s turn')
    await playTurn(player, slide(2, 5), 'pointer')
    await player.expectStatus('Red’s turn')
    // The tile on 5 came from 2, and must not slide back at once.
    await playTurn(player, slide(5, 2), 'pointer')
    await player.expectStatus('Tile 5 is locked for this turn')
    // The first tap highlights the targets. Escape deselects, and so does a second tap.
    await player.page.keyboard.press('Escape')
    await player.target('Cell 1').click()
    await expect(player.target('Cell 9')).toHaveAccessibleName(/disc from 1 to 9/)
    await player.target('Cell 1').click()
    await expect(player.target('Cell 9')).not.toHaveAccessibleName(/disc from/)
    // A double slide, from the far tile.
    await playTurn(player, slide(8, 2), 'pointer')
    await player.expectStatus('Yellow’s turn')
    // The page shows a move before the hub has stored it, so poll.
    await expect.poll(() => storedMoves(player.page)).toEqual(['P1', 'S2', 'S8+'])
  },
)

test('a fair start begins in a corner', { tag: '@long' }, async ({ browser, url }) => {
  const player = await Person.at(browser, url)
  await player.chooseGame('Force 3')
  await player.changeOptions(async (dialog) => {
    await dialog.getByRole('checkbox', { name: 'First disc in a corner' }).setChecked(true)
  })
  await player.page.getByRole('button', { name: /^On this device/ }).click()
  await player.expectStatus('Red’s turn')
  await player.target('Cell 2').click({ force: true }) // it is marked as disabled
  await player.expectStatus('The first disc goes in a corner.')
  await player.target('Hand \\(Red\\)').click()
  await player.page.keyboard.press('6')
  await player.expectStatus('The first disc goes in a corner.')
  await player.page.keyboard.press('5')
  await player.expectStatus('A disc needs a tile')
  await expect(player.target('Cell 2')).not.toHaveAccessibleName(/places/)
  await expect(player.target('Cell 3')).toHaveAccessibleName(/disc on 3/)
})

test(
  'somebody new to Force 3 learns it on the board, by touch',
  { tag: '@long' },
  async ({ browser, url }) => {
    const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
    const player = await Person.at(browser, url, { ...phone, ...motion }, '')
    const { page } = player
    await player.chooseGame('Force 3')
    await page.getByRole('button', { name: /^On this device/ }).tap()

    const lesson = page.getByRole('dialog', { name: 'Force 3 in three steps' })
    const spot = (name: string) => lesson.getByRole('button', { name: new RegExp(`^${name}(?![0-9])`) })
    const says = (text: string) => expect(lesson.getByRole('status').filter({ hasText: text })).toBeVisible()
    await says('tap a corner')
    await spot('Hand \\(Red\\)').tap()
    await spot('Cell 3').tap()
    await says('Well done')
    await lesson.getByRole('button', { name: 'Next' }).tap()
    await spot('Cell 1').tap()
    await spot('Cell 4').tap()
    await lesson.getByRole('button', { name: 'Next' }).tap()
    await spot('Cell 2').tap()
    await spot('Cell 5').tap()
    await says('Three in a row')
    await expect(lesson.locator('circle.won')).toHaveCount(3)
    await expect(lesson.getByRole('link', { name: 'All lessons' })).toHaveAttribute('href', '/lessons')
    await lesson.getByRole('button', { name: 'Let’s play' }).tap()
    await expect(lesson).toHaveCount(0)

    // It does not come again. The first turn is guided, and one tap places a disc where nothing else can be meant.
    await page.reload()
    await expect(player.page.getByText('then tap a corner')).toBeVisible()
    await expect(lesson).toHaveCount(0)
    await player.target('Cell 1').tap()
    await player.expectStatus('Yellow’s turn')
    await expect(player.page.getByText('Try a slide')).toBeVisible()

    // A disc is dragged from the hand, and a tile into the hole; less than half of the way it slides back.
    await drag(player, 'Hand \\(Yellow\\)', 'Cell 9', 1)
    await player.expectStatus('Red’s turn')
    await expect(player.target('Cell 5')).toHaveAccessibleName(/hole/)
    await expect(player.target('Cell 2')).not.toHaveAttribute('aria-disabled', 'true') // the turn is confirmed
    await drag(player, 'Cell 2', 'Cell 5', 0.3)
    await expect(player.target('Cell 5')).toHaveAccessibleName(/hole/)
    await drag(player, 'Cell 2', 'Cell 5', 0.8)
    await player.expectStatus('Yellow’s turn')
    await expect.poll(() => storedMoves(page)).toEqual(['P1', 'P9', 'S2'])

    // The help opens the lesson again.
    await player.button('Help').tap()
    await page.getByRole('button', { name: 'Learn it in three steps' }).tap()
    await expect(lesson).toBeVisible()
    expect(player.browserErrors).toEqual([])
  },
)

test(
  'custom and giant boards, and the message for an impossible board',
  { tag: '@long' },
  async ({ browser, url }) => {
    const ana = await Person.at(browser, url)
    await ana.changeOptions(async (dialog) => {
      await dialog.getByRole('radio', { name: /^Custom/ }).check()
      await dialog.getByLabel('Columns').fill('4')
      await dialog.getByLabel('Rows').fill('4')
      await dialog.getByRole('spinbutton', { name: 'In a row' }).fill('5')
      await expect(dialog.getByRole('status').filter({ hasText: 'do not fit' })).toBeVisible()
      await dialog.getByRole('radio', { name: /^School assignment/ }).check()
      await dialog.getByRole('group', { name: 'Rows' }).getByRole('radio', { name: '7' }).check()
      await expect(dialog.getByText('An odd number of cells')).toBeVisible()
      await dialog.getByRole('group', { name: 'Columns' }).getByRole('radio', { name: '8' }).check()
      await expect(dialog.getByText('An odd number of cells')).toHaveCount(0)
      await dialog.getByRole('radio', { name: /^Giant/ }).check()
      // What AI against AI needs is folded away; all else can be tapped on the smallest phone.
      await expect(dialog.getByText('First AI')).toBeHidden()
      await ana.page.setViewportSize({ width: 320, height: 640 })
      for (const radio of await dialog.getByRole('radio').all()) {
        const { width, height } = (await radio.boundingBox())!
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
      await ana.page.setViewportSize({ width: 1280, height: 720 })
    })
    await ana.page.getByRole('button', { name: /^On this device/ }).click()
    await ana.expectStatus('Red’s turn')
    // A column beyond the ninth has the letter of its key too.
    await expect(ana.page.locator('.board text')).toContainText(['8', '9', '10 a', '15 f'])
    for (const n of [15, 1, 15, 1, 15, 1, 15, 1, 15])
      await playTurn(ana, { spots: [], keys: [n === 15 ? 'f' : '1'] }, 'keyboard')
    await ana.expectStatus('Red wins!')
    await ana.expectDiscs(9)
  },
)
