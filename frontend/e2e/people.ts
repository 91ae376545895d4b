import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { recordFrames } from './frames'
import { respondsOk, TestCluster } from './processes'

/** The people in the tests. Each has a separate browser context, and therefore a separate player ID. */

/** What each page has asked for and has no answer to, which a test that waits in vain reports, and how often. */
const asked = new WeakMap<Page, { pending: Set<string>; times: Map<string, number> }>()
/** How often a page may ask for the same in one test. What it asks for regularly, it asks for every few seconds. */
const MAX_ASKED = 150

/**
 * A test that closes the pages of its people when it ends. Playwright would keep them until the last test of the file,
 * and each would go on drawing, computing, and asking for its hub.
 *
 * `url` is the address of a hub with AI workers, which all tests of a Playwright worker share. `cluster` has the processes
 * of one test: for tests that list rooms or games for everybody, or do something to a hub.
 */
export const test = base.extend<{ closing: void; cluster: TestCluster }, { url: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  cluster: async ({}, use, test) => {
    const cluster = new TestCluster()
    await use(cluster)
    if (test.status !== test.expectedStatus) await test.attach('processes', { body: await cluster.report() })
    await cluster.close()
  },
  url: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const cluster = new TestCluster()
      const { url } = await cluster.hub(cluster.file, '-workers', '2')
      await use(url)
      if (!(await respondsOk(`${url}/readyz`))) console.error(await cluster.report())
      await cluster.close()
    },
    { scope: 'worker' },
  ],
  closing: [
    async ({ browser }, use, test) => {
      await use()
      const contexts = browser.contexts()
      const pages = contexts.flatMap((context) => context.pages())
      const waiting = pages.map((page) =>
        [page.url(), ...(asked.get(page)?.pending ?? [])].join('\n  awaits '),
      )
      const tireless = pages.flatMap((page) =>
        [...(asked.get(page)?.times ?? [])].filter(([, n]) => n > MAX_ASKED),
      )
      // Playwright takes a picture of each page that is open when a context closes, for a failure's report.
      if (test.status === test.expectedStatus) await Promise.all(pages.map((page) => page.close()))
      await Promise.all(contexts.map((context) => context.close()))
      // Only now what the test was waiting for has failed too. The end of a long output tells all.
      if (test.status !== test.expectedStatus)
        await test.attach('pages', {
          body: [...test.errors.map(({ stack }) => stack?.match(/\w+\.spec\.ts:\d+/)?.[0]), ...waiting].join(
            '\n',
          ),
        })
      expect(tireless, 'a page asks again and again').toEqual([])
    },
    { auto: true },
  ],
})

export interface Acknowledged {
  id: string
  n: number
}

export class Person {
  /** the commands that the hub has acknowledged to this person */
  readonly acknowledged: Acknowledged[] = []
  /** errors on the browser's console, and uncaught exceptions */
  readonly browserErrors: string[] = []

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const message = JSON.parse(String(payload))
        if (message.t === 'ok') this.acknowledged.push({ id: message.id, n: message.n })
      }),
    )
    const pending = new Set<string>()
    const times = new Map<string, number>()
    asked.set(page, { pending, times })
    const name = (request: Request) => `${request.method()} ${request.url()}`
    page.on('request', (request) => {
      pending.add(name(request))
      times.set(name(request), (times.get(name(request)) ?? 0) + 1)
    })
    page.on('requestfinished', (request) => pending.delete(name(request)))
    page.on('requestfailed', (request) => pending.delete(name(request)))
    page.on('pageerror', (error) => this.browserErrors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.browserErrors.push(message.text())
    })
  }

  /**
   * Opens a page at `url` in a new browser context with these options. Most people here want no motion and have a small
   * window: drawing takes most of a test's time.
   */
  static async at(
    browser: Browser,
    url: string,
    options: Parameters<Browser['newContext']>[0] = {},
    /** what the person has done in Force 3 before: see src/lib/lesson/progress.ts */
    done = 'lesson place move slide',
  ): Promise<Person> {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1024, height: 600 },
      ...options,
    })
    recordFrames(context)
    // Sound takes time from the page, also while it is silent. Only people who want motion hear it.
    if (options.reducedMotion !== 'no-preference')
      await context.addInitScript(() => Reflect.deleteProperty(window, 'AudioContext'))
    // Without this the lesson would open over the first board of Force 3.
    if (done) await context.addInitScript((done) => localStorage.setItem('quatre.force3', done), done)
    const person = new Person(context, await context.newPage())
    await person.page.goto(url)
    return person
  }

  /**
   * From now on the browser sends the hub no cookie that the hub has given it. One request at a time: the answer to
   * another one could give a cookie after they were cleared.
   */
  async refuseCookies(): Promise<void> {
    let last = Promise.resolve()
    await this.context.route('**/api/**', (route) => {
      last = last.then(async () => {
        await this.context.clearCookies()
        await route.continue()
        await route.request().response()
      })
      return last
    })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** The button for a rematch, in the card with the result. Until the card comes, another one stands below the board. */
  again(name: string | RegExp = 'Play again'): Locator {
    return this.page.locator('.result-card').getByRole('button', { name, exact: true })
  }

  /** Opens a room for a friend and returns its link. */
  async invite(): Promise<string> {
    await this.button('Play with a friend').click()
    await this.page.waitForURL(/\/r\//)
    await this.expectStatus('Waiting for your friend…')
    return this.page.url()
  }

  /** Opens a room that is listed for everybody, so that its finished games are listed too. Returns the room's link. */
  async openForAll(): Promise<string> {
    await this.changeOptions((dialog) =>
      dialog.getByRole('checkbox', { name: 'Show among the open games' }).check(),
    )
    await this.button('Play with a friend').click()
    await this.page.waitForURL(/\/r\//)
    return this.page.url()
  }

  /** Chooses a game on the start page, by its name in the person's language. */
  async chooseGame(game: string): Promise<void> {
    await this.page.locator('button.options').click()
    await this.page.getByRole('radio', { name: game }).check()
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  /** Chooses a level of the AI where `field` names it. */
  async chooseLevel(level: string, field = 'AI level'): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${field}`) }).click()
    const dialog = this.page.getByRole('dialog', { name: new RegExp(`^${field}`) })
    await dialog
      .getByRole('listitem')
      .filter({ has: this.page.getByText(level, { exact: true }) })
      .click()
    await expect(dialog).toHaveCount(0)
  }

  /** Changes something in the options, and closes them. */
  async changeOptions(change: (dialog: Locator) => Promise<void>): Promise<void> {
    await this.page.getByRole('button', { name: /change the game/ }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Game and options' })
    await change(dialog)
    await dialog.getByRole('button', { name: 'Done' }).click()
  }

  get board(): Locator {
    return this.page.getByRole('group', { name: 'Board' })
  }

  /** A target on the board of any game, by the start of its name. */
  target(name: string): Locator {
    return this.board.getByRole('button', { name: new RegExp(`^${name}(?![0-9])`) })
  }

  async takeSeat(): Promise<void> {
    await this.button('Play').click()
  }

  column(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Column ${number},`) })
  }

  async playColumn(column: number): Promise<void> {
    await this.expectStatus('Your turn')
    await this.column(column).click()
  }

  async resign(): Promise<void> {
    await this.button('More').click()
    await this.button('Resign').click()
    await this.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
  }

  /** Opens what a replay keeps under `More`: the moves, files and links. */
  async openMore(): Promise<void> {
    await this.page.locator('summary', { hasText: /^(More|Plus)$/ }).click()
  }

  /** Waits until a status line contains this text. */
  async expectStatus(text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: text })).toBeVisible()
  }

  /** The discs on the board, according to the grid for screen readers. */
  discs(): Locator {
    return this.page
      .getByRole('grid', { name: 'Cells of the board' })
      .getByRole('gridcell', { name: /Red|Yellow/ })
  }

  /** Waits until the board shows this many discs. */
  async expectDiscs(discs: number): Promise<void> {
    await expect(this.discs()).toHaveCount(discs)
  }
}

/** Ana and Bob in one room of the hub at `url`. `prepare`: what Ana does before. */
export async function pair(
  browser: Browser,
  url: string,
  prepare?: (ana: Person) => Promise<void>,
): Promise<readonly [Person, Person]> {
  const ana = await Person.at(browser, url)
  await prepare?.(ana)
  const bob = await Person.at(browser, await ana.invite())
  await bob.takeSeat()
  await ana.expectStatus('Your turn')
  return [ana, bob]
}

/** Lets the people take turns to play these columns. */
export async function playColumns(columns: number[], ...people: Person[]): Promise<void> {
  for (const [i, column] of columns.entries()) await people[i % people.length]!.playColumn(column)
}
