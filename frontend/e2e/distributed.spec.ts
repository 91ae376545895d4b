import { execFileSync } from 'node:child_process'
import { expect } from '@playwright/test'
import { Person, playColumns, type Acknowledged, test } from './people'

/** Games on Redis with several hub and worker processes, some of which are killed. */

interface Entry {
  n: number
  by?: string
  cmd?: string
  type: string
}

/** Reads the log of a room directly from Redis. */
function readLog(port: number, room: string): Entry[] {
  const cli = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8' })
  const keys = cli('--scan', '--pattern', `*${room}*`)
    .split('\n')
    .filter((key) => key !== '' && cli('type', key).trim() === 'list')
  expect(keys, 'the room has one list').toHaveLength(1)
  return cli('lrange', keys[0]!, '0', '-1')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** Checks that every acknowledged command is in the log exactly once, at the acknowledged number. */
function expectExactlyOnce(log: Entry[], acknowledged: Acknowledged[]): void {
  expect(log.map((entry) => entry.n)).toEqual(log.map((_, i) => i + 1))
  for (const { id, n } of acknowledged)
    expect(
      log.filter((entry) => entry.cmd === id).map((entry) => entry.n),
      `command ${id}`,
    ).toEqual([n])
}

test('a game continues on another hub after its hub was killed', async ({ browser, cluster }) => {
  const redis = await cluster.redis()
  const one = await cluster.hub(redis.url)
  const two = await cluster.hub(redis.url)
  const proxy = await cluster.proxy(one.port, two.port)
  const ana = await Person.at(browser, proxy.url)
  const link = await ana.invite()
  const bob = await Person.at(browser, link)
  await bob.takeSeat()
  await playColumns([4, 3, 4], ana, bob)
  await bob.expectStatus('Your turn')

  // The hub is killed while Bob's move is on its way.
  await Promise.all([bob.column(3).click(), one.process.end('SIGKILL')])
  await ana.playColumn(4)
  await bob.playColumn(3)
  await ana.playColumn(4)
  await ana.expectStatus('You win!')
  await bob.expectStatus('You lose')

  const log = readLog(redis.port, link.split('/').at(-1)!)
  expectExactlyOnce(log, [...ana.acknowledged, ...bob.acknowledged])
  expect(log.filter((entry) => entry.type === 'moved')).toHaveLength(7)
  // A command that was acknowledged twice got the same number twice.
  expect(new Set(bob.acknowledged.map(({ id }) => id)).size).toBe(
    new Set(bob.acknowledged.map(({ n }) => n)).size,
  )
})

test('another worker plays the turn of a killed worker', { tag: '@long' }, async ({ browser, cluster }) => {
  const redis = await cluster.redis()
  const hub = await cluster.hub(redis.url)
  const first = cluster.worker(redis.url)
  const ana = await Person.at(browser, hub.url)
  await ana.chooseLevel('Expert')
  await ana.button('Play the AI').click()
  await ana.page.waitForURL(/\/r\//)
  await ana.playColumn(1)
  await ana.expectStatus('The AI is thinking…')
  await first.end('SIGKILL')
  cluster.worker(redis.url)
  await ana.expectStatus('Your turn')
  await ana.expectDiscs(2)
  const log = readLog(redis.port, ana.page.url().split('/').at(-1)!)
  expect(log.filter((entry) => entry.by === 'ai')).toHaveLength(1)
  expectExactlyOnce(log, ana.acknowledged)
  expect(ana.browserErrors).toEqual([])
})

test(
  'while the store is away the page says so, and sends its pending moves afterwards',
  { tag: '@long' },
  async ({ browser, cluster }) => {
    const redis = await cluster.redis()
    const hub = await cluster.hub(redis.url)
    const ana = await Person.at(browser, hub.url)
    const bob = await Person.at(browser, await ana.invite())
    await bob.takeSeat()
    await playColumns([4, 4], ana, bob)
    await ana.expectStatus('Your turn')
    await redis.process.end('SIGKILL')
    await expect(ana.page.getByText('Can’t save right now')).toBeVisible()
    await ana.column(5).click()
    await redis.restart()
    await expect(ana.page.getByText('Can’t save right now')).toBeHidden()
    await bob.playColumn(5)
    await ana.expectDiscs(4)
    const log = readLog(redis.port, ana.page.url().split('/').at(-1)!)
    expectExactlyOnce(log, [...ana.acknowledged, ...bob.acknowledged])
    expect(log.filter((entry) => entry.type === 'moved')).toHaveLength(4)
  },
)
