import { execFileSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { Person, playOut, type Acknowledged } from './people'
import { World } from './processes'

/** Games on Redis, with hubs and workers as processes of their own, some of which are killed. */

let world: World
test.beforeEach(() => {
  world = new World()
})
test.afterEach(() => world.close())

interface Entry {
  n: number
  by?: string
  cmd?: string
  type: string
}

/** The log of a room as Redis holds it, asked without any hub. */
function readLog(port: number, room: string): Entry[] {
  const cli = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8' })
  const keys = cli('--scan', '--pattern', `*${room}*`)
    .split('\n')
    .filter((key) => key !== '' && cli('type', key).trim() === 'stream')
  expect(keys, 'the room has one stream').toHaveLength(1)
  return cli('xrange', keys[0]!, '-', '+')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** Every command that was acknowledged stands in the log once, at the number that was told. */
function expectExactlyOnce(log: Entry[], acknowledged: Acknowledged[]): void {
  expect(log.map((entry) => entry.n)).toEqual(log.map((_, i) => i + 1))
  for (const { id, n } of acknowledged)
    expect(
      log.filter((entry) => entry.cmd === id).map((entry) => entry.n),
      `command ${id}`,
    ).toEqual([n])
}

test('a person plays the AI of another process to the end', async ({ browser }) => {
  const redis = await world.redis()
  const hub = await world.hub(redis.url)
  world.worker(redis.url)
  const ana = await Person.at(browser, hub.url)
  await ana.page.getByLabel('Level of the AI').selectOption({ label: 'Easy' })
  await ana.button('Play the AI').click()
  await ana.page.waitForURL(/\/r\//)
  for (let discs = 0; ; discs += 2) {
    const over = ana.page.getByRole('status').filter({ hasText: /You win!|You lose|A draw/ })
    await expect(ana.page.getByRole('status').filter({ hasText: 'Your turn' }).or(over)).toBeVisible()
    if (await over.isVisible()) break
    await ana.sees(discs)
    await ana.page.locator('.board button[aria-disabled="false"]').first().click()
  }
  await expect(ana.button('Play again')).toBeVisible()
  const log = readLog(redis.port, ana.page.url().split('/').at(-1)!)
  expect(log.filter((entry) => entry.by === 'ai').length).toBeGreaterThan(2)
  expectExactlyOnce(log, ana.acknowledged)
  expect(ana.complaints).toEqual([])
})

test('a hub is killed in the middle of a game, which ends on another one', async ({ browser }) => {
  const redis = await world.redis()
  const one = await world.hub(redis.url)
  const two = await world.hub(redis.url)
  const proxy = await world.proxy(one.port, two.port)
  const ana = await Person.at(browser, proxy.url)
  const link = await ana.invite()
  const bob = await Person.at(browser, link)
  await bob.sit()
  await playOut([4, 3, 4], ana, bob)
  await bob.says('Your turn')

  // The kill meets Bob's move on its way.
  await Promise.all([bob.column(3).click(), one.process.end('SIGKILL')])
  await ana.drop(4)
  await bob.drop(3)
  await ana.drop(4)
  await ana.says('You win!')
  await bob.says('You lose')

  const log = readLog(redis.port, link.split('/').at(-1)!)
  expectExactlyOnce(log, [...ana.acknowledged, ...bob.acknowledged])
  expect(log.filter((entry) => entry.type === 'moved')).toHaveLength(7)
  // Whoever was told of a move twice was told of the same one.
  expect(new Set(bob.acknowledged.map(({ id }) => id)).size).toBe(
    new Set(bob.acknowledged.map(({ n }) => n)).size,
  )
})

test('a worker is killed with a turn in hand, another one plays it', async ({ browser }) => {
  const redis = await world.redis()
  const hub = await world.hub(redis.url)
  const first = world.worker(redis.url)
  const ana = await Person.at(browser, hub.url)
  await ana.page.getByLabel('Level of the AI').selectOption({ label: 'Expert' })
  await ana.button('Play the AI').click()
  await ana.page.waitForURL(/\/r\//)
  await ana.drop(1)
  await ana.says('The AI is thinking…')
  await first.end('SIGKILL')
  world.worker(redis.url)
  await ana.says('Your turn')
  await ana.sees(2)
})

test('the store goes away and comes back: the page says so and sends what waits', async ({ browser }) => {
  const redis = await world.redis()
  const hub = await world.hub(redis.url)
  const ana = await Person.at(browser, hub.url)
  const bob = await Person.at(browser, await ana.invite())
  await bob.sit()
  await playOut([4, 4], ana, bob)
  await ana.says('Your turn')
  await redis.process.end('SIGKILL')
  await expect(ana.page.getByText('The game’s memory is away')).toBeVisible()
  await ana.column(5).click()
  await redis.restart()
  await expect(ana.page.getByText('The game’s memory is away')).toBeHidden()
  await bob.drop(5)
  await ana.sees(4)
  const log = readLog(redis.port, ana.page.url().split('/').at(-1)!)
  expectExactlyOnce(log, [...ana.acknowledged, ...bob.acknowledged])
  expect(log.filter((entry) => entry.type === 'moved')).toHaveLength(4)
})
