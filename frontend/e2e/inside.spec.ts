import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'

/** Looks inside the search at a real hub without AI workers. Their counts must equal those of a plain search here. */

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number))
const cellOf = (square: string) => 'abc'.indexOf(square[0]!) + 3 * (Number(square[1]) - 1)

interface Counts {
  nodes: number
  leaves: number
  cutoffs: number
}

/** Counts what a textbook search of tic-tac-toe visits from a position to the end of the game. */
function textbookCounts(moves: readonly string[], pruned: boolean): Counts {
  const board = new Array<string>(9).fill('')
  moves.forEach((square, i) => (board[cellOf(square)] = 'xo'[i % 2]!))
  const root = 'xo'[moves.length % 2]!
  const counts = { nodes: 0, leaves: 0, cutoffs: 0 }
  function value(turn: string, ply: number, alpha: number, beta: number): number {
    counts.nodes++
    const won = LINES.find(([a, b, c]) => board[a!] && board[a!] === board[b!] && board[b!] === board[c!])
    const free = [...board.keys()].filter((cell) => !board[cell])
    if (won || free.length === 0) {
      counts.leaves++
      return won ? (board[won[0]!] === root ? 100 - ply : ply - 100) : 0
    }
    let best = turn === root ? -Infinity : Infinity
    for (const [i, cell] of free.entries()) {
      board[cell] = turn
      const v = value(turn === 'x' ? 'o' : 'x', ply + 1, alpha, beta)
      board[cell] = ''
      best = turn === root ? Math.max(best, v) : Math.min(best, v)
      if (turn === root) alpha = Math.max(alpha, best)
      else beta = Math.min(beta, best)
      if (pruned && alpha >= beta) {
        if (i < free.length - 1) counts.cutoffs++
        break
      }
    }
    return best
  }
  value(root, 0, -Infinity, Infinity)
  return counts
}

const look = (moves: readonly string[], search: string, depth: number) =>
  `/inside?variant=tictactoe&moves=${moves.join('+')}&depth=${depth}&search=${search}&eval=none`

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Checks the figures in the table's row about a search. */
async function expectCounts(page: Page, name: string, { nodes, leaves, cutoffs }: Counts): Promise<void> {
  const cells = row(page, name).first().getByRole('cell')
  const text = (n: number) => new Intl.NumberFormat('en').format(n)
  await expect(cells.nth(0)).toHaveText(new RegExp(`^${text(nodes)}(?![\\d,])`))
  await expect(cells.nth(1)).toHaveText(text(leaves))
  await expect(cells.nth(2)).toHaveText(text(cutoffs))
  await expect(cells.nth(3)).toHaveText(/^[\d.,]+\s(µs|ms)$/)
}

test('a whole tree of tic-tac-toe, with and without pruning', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const three = ['b2', 'a1', 'c3']
  const [plain, pruned] = [textbookCounts(three, false), textbookCounts(three, true)]
  const { page, browserErrors } = await Person.at(browser, url + look(three, 'minimax', 6))
  const status = page.getByRole('status')
  await expect(
    status.filter({ hasText: `Minimax, depth 6: ${plain.nodes.toLocaleString('en')} nodes.` }),
  ).toBeVisible()
  await expectCounts(page, 'Minimax', plain)
  await expectCounts(page, 'Alpha-beta', pruned)
  await page.getByRole('radio', { name: 'Alpha-beta' }).check()
  await expect(status.filter({ hasText: `Alpha-beta, depth 6: ${pruned.nodes} nodes.` })).toBeVisible()
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(page.getByRole('treeitem')).toHaveCount(pruned.nodes)
  // Visited and saved nodes add up to the nodes of plain minimax.
  const saved = await page
    .getByRole('treeitem')
    .evaluateAll((items) =>
      items.reduce(
        (sum, item) => sum + Number(/(\d+) nodes? saved/.exec(item.getAttribute('aria-label')!)?.[1] ?? 0),
        0,
      ),
    )
  expect(pruned.nodes + saved).toBe(plain.nodes)
  await page.getByRole('checkbox', { name: 'Try promising moves first' }).check()
  await expect(status.filter({ hasText: 'Alpha-beta, ordered, depth 6' })).toBeVisible()
  await expect(page).toHaveURL(/ordering=on/)
  // The chart and its table show the nodes of depths 1 to 6.
  const growth = page.getByRole('figure').filter({ hasText: 'Nodes by depth' })
  await expect(growth.locator('polyline')).toHaveCount(3)
  for (const line of await growth.locator('polyline').all())
    expect((await line.getAttribute('points'))!.split(' ')).toHaveLength(6)
  await growth.getByText('As a table').click()
  await expect(growth.getByRole('row', { name: /^6 / }).getByRole('cell')).toHaveText([
    String(plain.nodes.toLocaleString('en')),
    String(pruned.nodes),
    /^\d+$/,
  ])
  // "Fit" gives the drawing the width at which it opened. Zooming in makes it wider.
  const tree = page.getByRole('tree')
  const width = async () => (await tree.boundingBox())!.width
  const fitting = await width()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(1.2 * fitting)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBeCloseTo(fitting)
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(width).toBeCloseTo(fitting)
  // If a tree is too large, its nodes are counted but not drawn.
  await page.getByRole('button', { name: 'Empty board' }).click()
  await page.getByLabel('Depth (moves ahead)').selectOption('9')
  await expect(status.filter({ hasText: 'more than 2,000 nodes' })).toBeVisible()
  await expectCounts(page, 'Minimax', { nodes: 549_946, leaves: 255_168, cutoffs: 0 })
  expect(browserErrors).toEqual([])
})

test('stepping through a tree by keyboard', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const six = ['b2', 'a1', 'c3', 'a3', 'a2', 'c2']
  const counts = textbookCounts(six, true)
  const ana = await Person.at(browser, url + look(six, 'alphabeta', 6))
  const { page, browserErrors } = ana
  const tree = page.getByRole('tree', { name: 'Tree of the search' })
  const selected = tree.locator('[aria-selected="true"]')
  await expect(tree.getByRole('treeitem')).toHaveCount(counts.nodes)
  const steps = 2 * counts.nodes + counts.cutoffs
  const text = page.getByRole('status').filter({ hasText: /^Step \d+ of/ })
  await expect(text).toContainText(`Step ${steps} of ${steps} The root is worth`)

  // From the first step to the last, the search enters and leaves each node once.
  await page.getByRole('button', { name: 'Start of the search' }).click()
  await expect(tree.getByRole('treeitem')).toHaveCount(1) // the future is not shown
  const next = page.getByRole('button', { name: 'One step forward' })
  await next.focus()
  const seen = { looks: 0, worth: 0, cuts: 0 }
  for (let step = 1; step <= steps; step++) {
    await page.keyboard.press('Enter')
    await expect(text).toContainText(`Step ${step} of ${steps}`)
    const words = (await text.textContent())!
    if (words.includes(' looks at ')) seen.looks++
    else if (words.includes(' is worth ')) seen.worth++
    else if (words.includes('Cut-off')) seen.cuts++
  }
  expect(seen).toEqual({ looks: counts.nodes, worth: counts.nodes, cuts: counts.cutoffs })
  await page.getByRole('button', { name: 'One step back' }).press('Enter')
  await expect(text).toContainText(`Step ${steps - 1} of ${steps}`)

  // Keys move the selection in the tree, and the board shows the selected node.
  await selected.focus()
  await page.keyboard.press('Home')
  await expect(selected).toHaveAttribute('aria-level', '1')
  await ana.expectDiscs(six.length)
  await page.keyboard.press('ArrowRight')
  await expect(selected).toHaveAttribute('aria-level', '2')
  await expect(selected).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Node 2: square [abc][123]/ })).toBeVisible()
  await ana.expectDiscs(six.length + 1)
  // Page Up and Page Down are steps, and the focus follows.
  await page.keyboard.press('PageUp')
  await expect(text).toContainText(`Step ${steps - 2} of ${steps}`)
  for (let i = 0; i < 2; i++) await page.keyboard.press('PageDown')
  await expect(selected).toHaveAttribute('aria-level', '1')
  await expect(selected).toBeFocused()
  await page.keyboard.press('ArrowRight')
  // The first press closes the node, the second selects its parent, the root, and the third closes the root.
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
  await expect(selected).toHaveAttribute('aria-expanded', 'false')
  await expect(tree.getByRole('treeitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Replay from this node' }).click()
  await expect(text).toContainText(' looks at ')

  // It plays by itself, at the chosen speed, until it is paused or ends.
  await page.getByRole('button', { name: 'Start of the search' }).click()
  await page.getByRole('combobox', { name: 'Speed of the steps' }).selectOption('4')
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  const play = page.getByRole('button', { name: 'Play the search' })
  const pause = page.getByRole('button', { name: 'Pause the search' })
  await play.click()
  await page.clock.runFor(3 * (700 / 4))
  await expect(text).toContainText(`Step 3 of ${steps}`)
  await pause.click()
  await page.clock.runFor(5000)
  await expect(text).toContainText(`Step 3 of ${steps}`)
  await play.click()
  await expect(pause).toBeVisible()
  await page.clock.runFor(steps * (700 / 4))
  await expect(text).toContainText(`Step ${steps} of ${steps}`)
  await expect(play).toBeVisible()
  expect(browserErrors).toEqual([])
})
