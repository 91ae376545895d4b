import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Person } from './people'
import type { TestCluster } from './processes'
import { leftInEnglish, messages } from './messages'
import { AXE, violations } from './violations'

/**
 * A person who looks at pages and dialogs in a dark 320 px window and in a wide light one, in French: no axe violations,
 * no horizontal scroll, and no English text.
 */

const NARROW = { width: 320, height: 640 }
const WIDE = { width: 1280, height: 800 }

/** Waits until no animation is running: axe measures the current colours. */
async function waitForAnimations(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length))
    .toBe(0)
}

/** Checks the page as it is now in both windows, and leaves the narrow one. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, viewport] of [
    ['light', WIDE],
    ['dark', NARROW],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await waitForAnimations(page)
    const where = `${what}, ${colorScheme}, ${viewport.width} px`
    expect(await violations(page), where).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
    expect(await leftInEnglish(page), `${where} has English text`).toEqual([])
  }
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
}

/** Opens the start page of a new hub, and returns helpers for it. */
export async function visitor(browser: Browser, cluster: TestCluster) {
  const { url } = await cluster.hub(cluster.file, '-workers', '1')
  const eve = await Person.at(browser, url, { colorScheme: 'dark', locale: 'fr-FR', viewport: NARROW })
  const { page } = eve
  await page.addInitScript(AXE)
  return {
    eve,
    page,
    url,
    t: messages('fr'),
    checkAccessible: (what: string) => expectAccessible(page, what),
    /** Goes to a path, and waits for the heading of the page. */
    goTo: async (path: string) => {
      await page.goto(url + path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    },
    expectStatus: (what: string) => expect(page.getByRole('status').filter({ hasText: what })).toBeVisible(),
  }
}

/** Closes a dialog with Escape, and waits until it is gone. */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}
