import { expect, type Locator } from '@playwright/test'
import { Person, test } from './people'

test('a whole game against the AI by keyboard', async ({ browser, url }) => {
  const ana = await Person.at(browser, url)
  const { page } = ana
  /** Moves the focus to an element with the Tab key. */
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('the Tab key does not reach the element')
  }
  await tabTo(page.getByRole('button', { name: /change the game/ }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('radio', { name: 'Connect Four' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Tic-tac-toe' })).toBeChecked()
  await page.keyboard.press('Escape')
  await tabTo(ana.button('Play the AI'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/r\//)
  const over = page.getByRole('status').filter({ hasText: /You win!|You lose|a draw/ })
  const mine = page.getByRole('status').filter({ hasText: 'Your turn' })
  const free = ana.board.getByRole('button', { disabled: false })
  for (let turn = 0; ; turn++) {
    await expect(mine.or(over)).toBeVisible()
    if (await over.isVisible()) break
    await ana.expectDiscs(2 * turn)
    await expect(free.first()).toBeVisible()
    const square = async (button: Locator) => (await button.getAttribute('aria-label'))!.slice(0, 2)
    const goal = await square(free.first())
    if ((await page.locator('.board :focus').count()) === 0) await page.keyboard.press('ArrowUp')
    const from = await square(page.locator('.board :focus'))
    const across = goal.charCodeAt(0) - from.charCodeAt(0)
    const up = Number(goal[1]) - Number(from[1])
    for (let i = 0; i < Math.abs(across); i++)
      await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft')
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown')
    expect(await square(page.locator('.board :focus'))).toBe(goal)
    await page.keyboard.press('Enter')
  }
  await tabTo(ana.again())
  expect(ana.browserErrors).toEqual([])
})
