import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { WinMap } from '../src/lib/perfect/map'
import { leftInEnglish, messages } from './messages'
import { Person, test } from './people'
import { ROOT } from './processes'
import { violations } from './violations'

/** The map of the first player's win: walked to a reason, and drilled, with a slip. */

const FILE = readFileSync(join(ROOT, 'frontend/src/lib/perfect/map.txt'), 'utf8')
const map = new WinMap(FILE)

/** The moves of the first line of the map that ends with a plan. */
function lineToPlan(): string {
  let moves = ''
  for (const line of FILE.split('\n')) {
    const [short = '', kind] = line.split(' ')
    moves = moves.slice(0, parseInt(short[0]!, 36)) + short.slice(1)
    if (kind === 'follow') return moves
  }
  throw new Error('the map has no plan')
}

/** A random number with which the drill plays `reply` after these moves. */
function chanceOf(moves: string, reply: string): number {
  const weights = map.replies([...moves]).map((move) => {
    const { explained, open } = map.ends([...moves, move])
    return { move, ends: explained + open }
  })
  const sum = (list: typeof weights) => list.reduce((total, { ends }) => total + ends, 0)
  const before = weights.slice(
    0,
    weights.findIndex(({ move }) => move === reply),
  )
  return (sum(before) + 0.5) / sum(weights)
}

for (const [language, locale] of [
  ['en', 'en-GB'],
  ['fr', 'fr-FR'],
] as const)
  test(`a walk ends with a reason, and has an address: ${language}`, async ({ browser, url }) => {
    const say = messages(language)
    const ana = await Person.at(browser, url, { locale, viewport: { width: 390, height: 844 } })
    const { page } = ana
    const names = { winner: say('colour_red'), loser: say('colour_yellow') }
    await page.locator('summary', { hasText: say('home_curious') }).click()
    await page.getByRole('link', { name: say('perfect_title') }).click()
    await expect(page.getByRole('heading', { level: 1, name: say('perfect_title') })).toBeVisible()

    const moves = lineToPlan()
    const discs = page.getByRole('gridcell', { name: /^(Red|Yellow|Rouge|Jaune),/ })
    const replies = page.getByRole('region', { name: say('perfect_replies', names) })
    await expect(discs).toHaveCount(1)
    expect(await violations(page)).toEqual([])
    for (let ply = 1; ply < moves.length; ply += 2) {
      // By keyboard: first the list, then the columns of the board.
      const column = say('coach_column', { column: moves[ply]! })
      const reply = replies.getByRole('button', { name: new RegExp(`^${column},? `, 'i') })
      if (ply < 6) await reply.press('Enter')
      else await page.keyboard.press(moves[ply]!)
      await expect(discs).toHaveCount(Math.min(ply + 2, moves.length))
    }
    await expect(page.getByRole('status').filter({ hasText: say('perfect_why', names) })).toBeVisible()
    await expect(page.locator('.lights .lit').first()).toBeVisible()
    await expect(ana.button(say('plan_try'))).toBeVisible()
    await expect(page).toHaveURL(`${url}/perfect?moves=${moves}`)
    expect(await violations(page)).toEqual([])
    if (language === 'fr') expect(await leftInEnglish(page)).toEqual([])

    // The address leads to the same end, and the steps go back.
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: say('perfect_why', names) })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(discs).toHaveCount(moves.length - 1)
    await page.keyboard.press('Home')
    await expect(discs).toHaveCount(1)
    expect(ana.browserErrors).toEqual([])
  })

/** A game of the drill, up to a turn of Red; and a slip, which allows a fork. */
const DRILLED = '4363344457'
const SLIP = '1'

test('the drill says what a slip gives away, and why, and goes on', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const { page } = ana
  await page.addInitScript(() => (Math.random = () => Number(document.documentElement.dataset.chance ?? 0)))
  await page.goto(`${url}/perfect`)
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
  const drop = (column: string) =>
    page.getByRole('button', { name: new RegExp(`^Column ${column},`) }).press('Enter')
  const discs = page.getByRole('gridcell', { name: /^(Red|Yellow),/ })
  await page.getByRole('radio', { name: 'Keep the win' }).press('Space')
  await expect(status('You play Red and begin.')).toBeVisible()
  await drop('1')
  await expect(status('Column 1 gives the win away: now Yellow wins. Column 4 kept the win.')).toBeVisible()
  await ana.button('Take back').press('Enter')
  await expect(status('Column 4 kept the win.')).toBeVisible()

  for (let ply = 0; ply < DRILLED.length; ply += 2) {
    const chance = chanceOf(DRILLED.slice(0, ply + 1), DRILLED[ply + 1]!)
    await page.evaluate((chance) => (document.documentElement.dataset.chance = `${chance}`), chance)
    await drop(DRILLED[ply]!)
    await expect(status(`Yellow: column ${DRILLED[ply + 1]}. You still win.`)).toBeVisible()
    await expect(discs).toHaveCount(ply + 2)
  }
  await drop(SLIP)
  await expect(
    status(/gives the win away: now Yellow wins. Yellow makes two threats with one disc/),
  ).toBeVisible()
  await expect(page.locator('.lights .number')).toHaveCount(1)
  await expect(ana.button('Try the plan')).toBeVisible()
  await expect(page.getByText('Moves that kept the win: 5. Slips: 2.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await ana.button('Take back').press('Enter')
  await expect(discs).toHaveCount(DRILLED.length)
  expect(ana.browserErrors).toEqual([])
})
