// Scenes of playing without seeing the board: the grid's focus ring, the list of keys, the skip link.
import { FRIEND, ME, entriesOf } from './hub.mjs'

const path = '/r/k7m2p9x4w3tq'
const players = [
  { id: ME, name: 'Ana', colour: 'red' },
  { id: FRIEND, name: 'Zoé', colour: 'yellow' },
]

/** Leads the focus to the last move's cell, as Tab does, and presses keys. */
const walk =
  (...keys) =>
  async (page) => {
    await page.getByRole('gridcell').first().waitFor()
    while (!(await page.evaluate(() => document.activeElement?.matches('[role="gridcell"]'))))
      await page.keyboard.press('Tab')
    for (const key of keys) await page.keyboard.press(key)
  }
/** Opens the help, and scrolls to its end. */
const openHelp = (name) => async (page) => {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').locator('dl').last().waitFor({ state: 'attached' })
  // A phone has the keys folded away.
  for (const part of await page.getByRole('dialog').locator('details').all())
    await part.evaluate((details) => (details.open = true))
  await page.getByRole('dialog').evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
}
const room = (variant, moves) => ({ path, entries: entriesOf({ players, moves, created: { variant } }) })

export const HEARD_SCENES = [
  { name: 'heard-grid', ...room('connect4:7x6:4', '443534412526'), act: walk('ArrowLeft', 'ArrowUp') },
  { name: 'heard-grid-empty', ...room('connect4:7x6:4', '443534412526'), act: walk('PageUp') },
  { name: 'heard-grid-tiles', ...room('force3', ['P1', 'P9', 'P2', 'S8']), act: walk('ArrowRight') },
  { name: 'heard-grid-squares', ...room('tictactoe', ['b2', 'a1']), act: walk('Home', 'Enter') },
  { name: 'heard-keys', ...room('connect4:7x6:4', '4435'), act: openHelp('Help') },
  { name: 'heard-keys-fr', ...room('connect4:7x6:4', '4435'), locale: 'fr-FR', act: openHelp('Aide') },
  { name: 'heard-skip', path: '/', act: (page) => page.keyboard.press('Tab') },
]
