import { expect, type Page } from '@playwright/test'
import { Person, test } from './people'
import { printed } from './printed'

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
  const figure = (name: string) => page.locator('.detail dl > div').filter({ hasText: name }).locator('dd')
  await expect(figure('Children visited')).toHaveText('6')
  await expect(figure('Levels below')).toHaveText('6')
  // On paper the tree and the figures say what they are about.
  expect(await printed(page)).toEqual({ sheets: 1, sizes: ['297 x 210'] })
  await page.emulateMedia({ media: 'print' })
  const origin = page.locator('header', { has: page.getByRole('heading', { level: 1 }) })
  await expect(
    origin.getByText(/Moves already played: b2 a1 c3\. quatre-worker experiment effort .* -depth 6 /),
  ).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('Search settings').click()
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
  await expect(growth.locator('polyline')).toHaveCount(4)
  for (const line of await growth.locator('polyline').all())
    expect((await line.getAttribute('points'))!.split(' ')).toHaveLength(6)
  await growth.getByText('As a table').click()
  await expect(growth.getByRole('row', { name: /^6 / }).getByRole('cell')).toHaveText([
    String(plain.nodes.toLocaleString('en')),
    String(pruned.nodes),
    /^\d+$/,
    /^\d+$/,
  ])
  // With a table, values that are known already are leaves of the tree.
  await page.getByRole('checkbox', { name: 'Remember positions in a table' }).check()
  await expect(status.filter({ hasText: 'Alpha-beta, ordered, table, depth 6' })).toBeVisible()
  await expect(page).toHaveURL(/table=on/)
  await page.getByRole('button', { name: 'Open all' }).click()
  const known = page
    .getByRole('treeitem', { name: /its value was already known.*, \d+ nodes? saved/ })
    .first()
  await expect(known).toContainText('≡')
  await expect(known).not.toHaveAttribute('aria-expanded')
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
  // The first levels of a large tree are drawn.
  await page.getByRole('button', { name: 'Empty board' }).click()
  await page.getByLabel('Depth (moves ahead)').selectOption('9')
  await expect(status.filter({ hasText: 'Drawn are the first levels' })).toBeVisible()
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
  // Each node but the root is compared in its parent.
  const steps = 3 * counts.nodes - 1 + counts.cutoffs
  const text = page.getByRole('status').filter({ hasText: /^Step \d+ of/ })
  await expect(text).toContainText(`Step ${steps} of ${steps} The root is worth`)

  // From the first step to the last, the search enters and leaves each node once.
  await page.getByRole('button', { name: 'Start of the search' }).click()
  await expect(tree.getByRole('treeitem')).toHaveCount(1) // the future is not shown
  const next = page.getByRole('button', { name: 'One step forward' })
  await next.focus()
  const seen = { looks: 0, worth: 0, compared: 0, cuts: 0 }
  for (let step = 1; step <= steps; step++) {
    await page.keyboard.press('Enter')
    await expect(text).toContainText(`Step ${step} of ${steps}`)
    const words = (await text.textContent())!
    if (words.includes(' looks at ')) seen.looks++
    else if (words.includes(' is worth ')) seen.worth++
    else if (words.includes('Cut-off')) seen.cuts++
    else if (/ is the best so far\.| is no better\./.test(words)) seen.compared++
    // The sentence is beside the node, too.
    if (step === 2) await expect(page.locator('.box .sentence')).toHaveText(/ looks at /)
    // Of the pseudo-code, at least one line is lit.
    await expect(page.locator('.code [aria-current="step"]').first()).toBeVisible()
  }
  expect(seen).toEqual({
    looks: counts.nodes,
    worth: counts.nodes,
    compared: counts.nodes - 1,
    cuts: counts.cutoffs,
  })
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

test('the first visit shows an example, and asks which branches alpha-beta skips', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page, browserErrors } = await Person.at(browser, `${url}/inside`)
  const items = page.getByRole('treeitem')
  // It begins at the first cut-off, and can be stepped from there.
  const text = page.getByRole('status').filter({ hasText: /^Step \d+ of 55/ })
  await expect(text).toContainText('Step 16 of 55 Cut-off: α = +6 ≥ β = +5')
  await expect(items).toHaveCount(7)
  await page.getByRole('button', { name: 'One step forward' }).click()
  await expect(text).toContainText('Step 17 of 55')
  // It leads from cut-off to cut-off, each with the line of the program and the values of the calls.
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  await expect(text).toContainText('α = +5 ≥ β = +2')
  const lit = page.locator('.code [aria-current="step"]')
  await expect(lit).toHaveText('if α ≥ β, stop: cut-off')
  await expect(page.getByRole('row', { name: 'Min, move “b”' }).getByRole('cell')).toHaveText([
    '+2',
    '+5',
    '+2',
  ])
  await page.getByRole('button', { name: 'Cut-off before' }).click()
  await expect(text).toContainText('α = +6 ≥ β = +5')
  await page.getByRole('button', { name: 'Next cut-off' }).click()
  await expect(text).toContainText('α = +5 ≥ β = +2')
  await page.getByRole('button', { name: 'End of the search' }).click()
  await expect(items).toHaveCount(18)
  expect(await printed(page)).toEqual({ sheets: 1, sizes: ['297 x 210'] })

  // The values that would tell the answer are hidden. One branch is chosen by pointer, a leaf by keyboard.
  await page.getByRole('button', { name: 'Which branch is skipped?' }).click()
  await expect(items).toHaveCount(22)
  await expect(items.filter({ hasText: '?' })).toHaveCount(10)
  await page.locator('[data-node="12"]').click()
  await page.locator('[aria-selected="true"]').focus()
  for (let node = 12; node > 7; node--) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('PageUp')
  await expect(items.filter({ hasText: '?' })).toHaveCount(10)
  await page.getByRole('button', { name: 'Check' }).click()
  const score = page.getByRole('status').filter({ hasText: 'skipped leaves' })
  await expect(score).toContainText('3 of 3 skipped leaves found, 0 struck out wrongly')
  await expect(page.getByRole('button', { name: 'Another tree' })).toBeFocused()
  await expect(items.filter({ hasText: '?' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Another tree' }).click()
  await expect(page.getByRole('button', { name: 'Check' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to the search' }).click()
  await expect(page.getByRole('button', { name: 'Next cut-off' })).toBeVisible()

  // A tree that is too large without pruning cannot be asked about.
  await page.goto(`${url}/inside?variant=connect4:7x6:4&moves=4453&depth=4&eval=ai`)
  await expect(page.getByRole('status').filter({ hasText: 'Alpha-beta, depth 4' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next cut-off' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Which branch is skipped?' })).toHaveCount(0)
  // The pages in words.
  for (const topic of ['What minimax assumes', 'Why pruning changes nothing', 'What minimax cannot see']) {
    await page.getByRole('link', { name: topic }).click()
    await expect(page.getByRole('heading', { name: topic, level: 1 })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Watch it step by step' }).click()
  await expect(text).toContainText('Step 16 of 55')

  // As in a textbook: the counts of a program that students write.
  await page.goto(`${url}/inside?variant=tictactoe&moves=a3&depth=9&eval=none&textbook=on`)
  await expect(page.getByRole('status').filter({ hasText: '2,338 nodes. Drawn are' })).toBeVisible()
  await expectCounts(page, 'Alpha-beta', { nodes: 2338, leaves: 929, cutoffs: 624 })
  expect(browserErrors).toEqual([])
})

test('the example is in sight in every window, also of a projector, and in French', async ({
  browser,
  cluster,
}) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
  ] as const) {
    const { page, browserErrors } = await Person.at(browser, `${url}/inside`, {
      viewport: { width, height },
      locale: width === 1280 ? 'fr-FR' : 'en-GB',
    })
    const [box, tree] = [page.locator('.box'), page.getByRole('tree')]
    /** The whole drawing is in its box, and the box in the window. */
    const expectInSight = () =>
      expect(async () => {
        const [outer, inner] = [(await box.boundingBox())!, (await tree.boundingBox())!]
        for (const { x, y } of [outer, inner]) expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
        expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width)
        expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height)
        expect(outer.x + outer.width).toBeLessThanOrEqual(width)
        expect(outer.y + outer.height).toBeLessThanOrEqual(height)
      }).toPass({ timeout: 30_000 })
    await expectInSight()
    if (width === 1280) {
      await expect(page.locator('.code [aria-current="step"]')).toHaveText('si α ≥ β, arrêter\u202f: coupure')
      await expect(page.locator('ol.code')).toContainText('si c’est à Max de jouer')
    } else {
      await page.getByRole('button', { name: 'Full screen' }).click()
      await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
      await expectInSight()
      expect((await box.boundingBox())!.height).toBeGreaterThan(height / 2)
    }
    expect(browserErrors).toEqual([])
  }
})

test('the branches of a large tree are opened one by one, in every game', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page, browserErrors } = await Person.at(
    browser,
    `${url}/inside?variant=connect4:7x6:4&moves=+&depth=6&search=minimax&eval=none`,
  )
  const items = page.getByRole('treeitem')
  // 1 + 7 + 49 + 343 nodes are drawn of 137,257; each of the 343 has 7 + 49 + 343 below it.
  await expect(
    page.getByRole('status').filter({ hasText: /nodes\. Drawn are the first levels, 400 nodes/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(items).toHaveCount(400)
  const third = page.locator('[role="treeitem"][aria-level="4"]').first()
  await expect(third).toHaveAttribute('aria-expanded', 'false')
  await third.click()
  await third.press('Enter')
  // What was open stays open.
  await expect(items).toHaveCount(400 + 7)
  await expect(third).toHaveAttribute('aria-expanded', 'true')
  await third.press('ArrowRight')
  await expect(page.locator('[aria-selected="true"]')).toHaveAttribute('aria-level', '5')
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(items).toHaveCount(400 + 7 + 49 + 343)
  await expect(page.getByText('it would have to keep a whole level: up to 117,649')).toBeVisible()

  await page.goto(
    `${url}/inside?variant=force3&moves=P1+P9+M1-2+M9-8+M2-1&depth=2&search=minimax&eval=custom:depth%3D1,open3%3D9`,
  )
  await expect(page.getByRole('status').filter({ hasText: 'Minimax, depth 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Open all' }).click()
  await expect(page.locator('.move', { hasText: '⇒' }).first()).toBeVisible()
  await expect(page.locator('.move', { hasText: '↻' }).first()).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /occurred before/ }).first()).toBeVisible()

  // The largest board, and Force 3 as in the report that it comes from.
  for (const [variant, nodes] of [
    ['connect4:15x15:5', 1 + 15 + 15 * 15],
    ['force3:report', 317],
  ] as const) {
    await page.goto(`${url}/inside?variant=${variant}&moves=+&depth=2&search=minimax&eval=none`)
    await expect(
      page.getByRole('status').filter({ hasText: `Minimax, depth 2: ${nodes} nodes.` }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Open all' }).click()
    await expect(items).toHaveCount(nodes)
  }
  expect(browserErrors).toEqual([])
})

test('a page says what its address asks for in vain', async ({ browser, cluster }) => {
  const { url } = await cluster.hub(cluster.file, '-workers', '0')
  const { page, browserErrors } = await Person.at(browser, `${url}/lobby?tab=playing&utm_source=chat`)
  const bar = page.locator('.bar')
  await expect(bar).toHaveText(/^The address asks for something .*: tab=playing\. /)
  for (const [address, unknown] of [
    ['/inside?variant=force3:fast', 'variant=force3:fast'],
    ['/inside?variant=tictactoe&moves=a1+a1&depth=99&eval=ai', 'moves=a1 a1, depth=99, eval=ai'],
    ['/analysis?variant=chess&moves=e4', 'variant=chess, moves=e4'],
    ['/analysis?variant=tictactoe&moves=a1+b2+b2&first=3', 'moves=a1 b2 b2, first=3'],
    ['/games?of=all&result=won&game=chess&opponent=robot', 'result=won, game=chess, opponent=robot'],
    ['/stats?days=7', 'days=7'],
    ['/rules/force3?page=2', 'page=2'],
    ['/?play=friend', 'play=friend'],
  ]) {
    await page.goto(url + address)
    await expect(bar).toContainText(`: ${unknown}. `)
  }
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect(bar).toHaveText('')
  await page.goto(`${url}/analysis?variant=tictactoe&moves=a1+b2&first=1&colours=red-yellow.`)
  await expect(page).toHaveURL(/colours=red-yellow$|moves=a1\+b2$/)
  await page.goto(`${url}/inside?variant=connect4:5x4:4&moves=33&depth=2&eval=ai&ordering=on`)
  await expect(page.getByRole('status').filter({ hasText: 'depth 2' })).toBeVisible()
  await expect(bar).toHaveText('')
  expect(browserErrors).toEqual([])
})
