import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { Person, playOut } from './people'
import { World } from './processes'

/** Every page, in both themes and both languages, without a violation that axe finds, and without a sideways scroll. */

let world: World
let url: string
test.beforeEach(async () => {
  world = new World()
  url = (await world.hub(`file:${world.folder}/quatre.db`)).url
})
test.afterEach(() => world.close())

async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.waitForTimeout(400) // axe measures colours as they are: nothing may be half faded in
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(
      ({ id, nodes }) => `${what}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    ),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0)
}

for (const [colorScheme, locale, width] of [
  ['light', 'en-GB', 1280],
  ['dark', 'fr-FR', 320],
] as const) {
  test(`every page, ${colorScheme}, ${locale}, ${width} px`, async ({ browser }) => {
    const look = {
      colorScheme,
      locale,
      viewport: { width, height: width === 320 ? 640 : 800 },
      reducedMotion: 'reduce' as const,
    }
    // Ana's page is driven in English; what is looked at is Eve's.
    const ana = await Person.at(browser, url)
    const eve = await Person.at(browser, url, look)
    await expectAccessible(eve.page, 'home')

    // Waiting, as the host.
    await eve.page.locator('.button.primary').click()
    await eve.page.waitForURL(/\/r\//)
    await expect(eve.page.locator('svg[role="img"]')).toBeVisible()
    await expectAccessible(eve.page, 'waiting')

    const link = await ana.invite()
    await eve.page.goto(link)
    await expect(eve.page.locator('.over-board .button.primary')).toBeVisible()
    await expectAccessible(eve.page, 'invited')

    const bob = await Person.at(browser, link)
    await bob.sit()
    await playOut([4, 3, 4], ana, bob)
    const discs = eve.page.locator('.board td').filter({ hasText: /Red|Yellow|Rouge|Jaune/ })
    await expect(discs).toHaveCount(3)
    await expectAccessible(eve.page, 'watching')
    await playOut([3, 4, 3, 4], bob, ana)
    await ana.says('You win!')
    await expect(discs).toHaveCount(7)
    await expectAccessible(eve.page, 'won')

    await eve.page.goto(`${url}/games`)
    await expect(eve.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(eve.page, 'games')
    await eve.page.goto(`${url}/games/${link.split('/').at(-1)}/1`)
    await expect(eve.page.getByRole('slider')).toBeVisible()
    await expectAccessible(eve.page, 'replay')
    await eve.page.goto(`${url}/r/nosuchroom`)
    await expect(eve.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(eve.page, 'no such room')
    await eve.page.goto(`${url}/no/such/page`)
    await expect(eve.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(eve.page, 'not found')
  })
}

test('menus and dialogs', async ({ browser }) => {
  const ana = await Person.at(browser, url)
  await ana.button('Help').click()
  await expect(ana.page.getByRole('dialog')).toBeVisible()
  await expectAccessible(ana.page, 'help')
  await ana.page.keyboard.press('Escape')
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  await ana.says('Your turn')
  await expectAccessible(ana.page, 'my turn')
  await ana.button('Leave').click()
  await expect(ana.page.getByRole('dialog')).toBeVisible()
  await expectAccessible(ana.page, 'leave?')
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await ana.button('More').click()
  await expectAccessible(ana.page, 'menu')
})
