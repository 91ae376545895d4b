import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'

/** People at their browsers. Each has a context, and so an identity, of their own. */

export interface Acknowledged {
  id: string
  n: number
}

export class Person {
  /** every command that the hub has acknowledged to this person */
  readonly acknowledged: Acknowledged[] = []
  /** what the browser complained of */
  readonly complaints: string[] = []

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
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
  }

  static async at(
    browser: Browser,
    url: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Person> {
    const context = await browser.newContext(options)
    const person = new Person(context, await context.newPage())
    await person.page.goto(url)
    return person
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Opens a room for a friend and returns its link. */
  async invite(): Promise<string> {
    await this.button('Play with a friend').click()
    await this.page.waitForURL(/\/r\//)
    await expect(this.page.getByText('Waiting for your friend…')).toBeVisible()
    return this.page.url()
  }

  /** Chooses a game at the start. */
  async choose(game: 'Connect Four' | 'Tic-tac-toe' | 'Force 3'): Promise<void> {
    await this.page.getByRole('radio', { name: game }).check()
  }

  /** Changes something in the options, and closes them. */
  async options(change: (dialog: Locator) => Promise<void>): Promise<void> {
    await this.page.getByRole('button', { name: /^Options/ }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Options' })
    await change(dialog)
    await dialog.getByRole('button', { name: 'Done' }).click()
  }

  get board(): Locator {
    return this.page.getByRole('group', { name: 'Board' })
  }

  /** A place on the board of any game, by the beginning of its name. */
  spot(name: string): Locator {
    return this.board.getByRole('button', { name: new RegExp(`^${name}(?![0-9])`) })
  }

  async sit(): Promise<void> {
    await this.button('Play').click()
  }

  column(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Column ${number},`) })
  }

  async drop(column: number): Promise<void> {
    await this.says('Your turn')
    await this.column(column).click()
  }

  /** Waits until the status line says this. */
  async says(words: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: words })).toBeVisible()
  }

  /** Waits until the board shows so many discs, as a screen reader reads them. */
  async sees(discs: number): Promise<void> {
    await expect(
      this.page
        .getByRole('table', { name: 'Discs on the board' })
        .getByRole('cell', { name: /^(Red|Yellow)/ }),
    ).toHaveCount(discs)
  }
}

/** Two people play columns in turn. */
export async function playOut(columns: number[], ...people: Person[]): Promise<void> {
  for (const [i, column] of columns.entries()) await people[i % people.length]!.drop(column)
}
