import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'
import { leftInEnglish, messages } from './messages'
import { violations } from './violations'

/** Moving a seat to another device, by a link that works once. */

/** Opens the dialog and returns its link, with the address of the hub as the page knows it. */
async function handOver(page: Page, t: ReturnType<typeof messages>): Promise<string> {
  await page.getByRole('button', { name: t('room_more_actions'), exact: true }).click()
  await page.getByRole('button', { name: t('action_handover'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('action_handover') })
  await expect(dialog.getByRole('img', { name: t('handover_qr') })).toBeVisible()
  await expect(dialog.getByRole('status').first()).toContainText(t('handover_ready'))
  const link = new URL(await dialog.getByLabel(t('handover_link'), { exact: true }).inputValue())
  expect(link.hash).toMatch(/^#seat=[\w-]{32}$/)
  expect(link.pathname).toBe(new URL(page.url()).pathname)
  return new URL(page.url()).origin + link.pathname + link.hash
}

test('a player continues on another device, and the link works only once', async ({ browser, url }) => {
  const t = messages('en')
  const ana = await Person.at(browser, url)
  const bob = await Person.at(browser, await ana.invite())
  await bob.takeSeat()
  await ana.playColumn(4)
  await bob.playColumn(3)

  const link = await handOver(ana.page, t)
  // A browser that keeps no cookies would lose the seat: it takes none, and keeps the link.
  const shy = await Person.at(browser, url)
  await shy.refuseCookies()
  await shy.page.goto(link)
  await expect(shy.page.getByRole('alert').filter({ hasText: t('refused_no_cookie') })).toBeVisible()
  expect(shy.page.url()).toBe(link)
  const phone = await Person.at(browser, link, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  await phone.expectStatus(t('handover_here'))
  await phone.expectStatus('Your turn')
  expect(phone.page.url()).toBe(link.split('#')[0])
  await phone.expectDiscs(2)

  const dialog = ana.page.getByRole('dialog', { name: t('action_handover') })
  await expect(dialog.getByRole('status').first()).toHaveText(t('handover_done'))
  await dialog
    .getByRole('button', { name: t('dialog_close'), exact: true })
    .last()
    .click()
  await ana.expectStatus(t('handover_away'))
  await ana.expectStatus('Red’s turn')

  await phone.column(4).tap()
  await bob.playColumn(3)
  // Both devices keep their state after a reload.
  await ana.page.reload()
  await ana.expectStatus(t('handover_away'))
  await phone.page.reload()
  await phone.column(4).tap()
  await ana.expectDiscs(5)
  await bob.playColumn(3)
  await phone.expectStatus('Your turn')

  // The link has been used.
  const eve = await Person.at(browser, link)
  await expect(eve.page.getByRole('alert').filter({ hasText: t('refused_bad_seat_link') })).toBeVisible()
  await expect(eve.page.getByText('You’re watching')).toBeVisible()
  await phone.column(4).tap()
  await phone.expectStatus('You win!')
  await bob.expectStatus('You lose')
  await ana.expectStatus('Red wins!')
  for (const person of [ana, bob, phone, eve]) expect(person.browserErrors).toEqual([])
})

test('a link opened in a page that already shows the room moves both seats of pass and play', async ({
  browser,
  url,
}) => {
  const t = messages('en')
  const ana = await Person.at(browser, url)
  await ana.button(/^On this device/).click()
  await ana.page.waitForURL(/\/r\//)
  await ana.column(4).click()
  await ana.expectDiscs(1)
  const phone = await Person.at(browser, ana.page.url())
  await expect(phone.page.getByText('You’re watching')).toBeVisible()
  const link = await handOver(ana.page, t)
  // A new link replaces the earlier one.
  await ana.page.keyboard.press('Escape')
  const newer = await handOver(ana.page, t)
  await phone.page.evaluate((hash) => (location.hash = hash), new URL(link).hash)
  await expect(phone.page.getByRole('alert').filter({ hasText: t('refused_bad_seat_link') })).toBeVisible()
  await phone.page.evaluate((hash) => (location.hash = hash), new URL(newer).hash)
  await phone.expectStatus(t('handover_here'))
  expect(new URL(phone.page.url()).hash).toBe('')
  await phone.column(4).click()
  await phone.expectDiscs(2)
  await phone.column(4).click()
  await phone.expectDiscs(3)
})

for (const [language, colorScheme, locale, width] of [
  ['en', 'light', 'en-GB', 1280],
  ['fr', 'dark', 'fr-FR', 320],
] as const)
  test(`the handover dialog is accessible, ${colorScheme}, ${language}, ${width} px`, async ({
    browser,
    url,
  }) => {
    const t = messages(language)
    const viewport = { width, height: width === 320 ? 640 : 800 }
    const ana = await Person.at(browser, url, { colorScheme, locale, viewport })
    const { page } = ana
    await ana.button(t('start_friend')).click()
    await page.waitForURL(/\/r\//)
    await handOver(page, t)
    expect(await violations(page)).toEqual([])
    const overflow = await page.evaluate(() =>
      [document.documentElement, document.querySelector('dialog')!].map((e) => e.scrollWidth - e.clientWidth),
    )
    expect(overflow).toEqual([0, 0])
    if (language === 'fr') expect(await leftInEnglish(page)).toEqual([])
    if (process.env.QUATRE_SHOTS)
      await page.screenshot({ path: `${process.env.QUATRE_SHOTS}/moving-${language}.png` })
  })
