import { chromium, expect, test } from '@playwright/test'
import type { Flags, Result } from 'lighthouse'
import { navigationGather } from 'lighthouse/core/gather/navigation-runner.js'
import { Runner } from 'lighthouse/core/runner.js'
import { Person } from './people'
import { freePort, TestCluster } from './processes'

/**
 * Lighthouse, as on a phone with a slow network: the start page, and a room to whose link a friend has sent an invitation.
 * The figures of record are in docs/performance.md.
 */
const BAR = { accessibility: 100, 'best-practices': 100, seo: 100 }

/**
 * The metrics of performance that a page must pass, for Lighthouse from 0.9. They follow from what the page loads, and when.
 * How long its scripts block is shown only: that follows from the machine, of which Lighthouse knows how fast it computes,
 * but not how fast it draws.
 */
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'cumulative-layout-shift']
const GOOD = 0.9

/** Lighthouse's index of an idle machine of today, and how much slower its phone is. */
const IDLE_INDEX = 1500
const PHONE_SLOWDOWN = 4

/** Lighthouse's throttling, but for the CPU. */
const SLOW_4G = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
}

/**
 * Loads a page and scores it. Lighthouse simulates the phone: it multiplies the times that it has seen here. It has measured
 * this machine's speed just before, so the factor is right also for a machine that is slower or busy: less is missing
 * there to be as slow as the phone.
 */
async function audit(url: string, port: number): Promise<Result> {
  const throttling = { ...SLOW_4G, cpuSlowdownMultiplier: PHONE_SLOWDOWN }
  const flags: Flags = { port, throttling, disableFullPageScreenshot: true, logLevel: 'error' }
  const { artifacts, runnerOptions } = await navigationGather(undefined, url, { flags })
  const slowdown = (PHONE_SLOWDOWN * artifacts.BenchmarkIndex) / IDLE_INDEX
  // Lighthouse compares both, and audits only what was gathered with the same settings.
  for (const settings of [artifacts.settings, runnerOptions.resolvedConfig.settings])
    settings.throttling.cpuSlowdownMultiplier = Math.max(1, Math.min(PHONE_SLOWDOWN, slowdown))
  return (await Runner.audit(artifacts, runnerOptions))!.lhr
}

const scoreOf = (result: Result, category: string) => Math.round(result.categories[category]!.score! * 100)

/** The worst score of the metrics. */
const performance = ({ audits }: Result) => Math.min(...METRICS.map((name) => audits[name]!.score!))

const MAX_RUNS = 3

/** The best of up to three runs; the first one that passes. Other work of the machine only lowers a score. */
async function measure(url: string, port: number): Promise<Result> {
  let best = await audit(url, port)
  for (let run = 1; run < MAX_RUNS && performance(best) < GOOD; run++) {
    const next = await audit(url, port)
    if (performance(next) > performance(best)) best = next
  }
  return best
}

test('Lighthouse finds the start page and an invitation fast and accessible', async ({ launchOptions }) => {
  const cluster = new TestCluster()
  const port = await freePort()
  const { args = [], executablePath } = launchOptions
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  })
  try {
    const { url } = await cluster.hub(cluster.file, '-workers', '1')
    const created = await fetch(`${url}/api/rooms`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${'a-friend'.repeat(4)}` },
      body: JSON.stringify({ id: 'c0', variant: 'connect4:7x6:4', opponent: 'human', name: 'Amélie' }),
    })
    const { room } = (await created.json()) as { room: string }
    const guest = await Person.at(browser, `${url}/r/${room}`)
    await expect(guest.page.getByRole('heading', { name: /Amélie/ })).toBeVisible()
    await guest.context.close()
    for (const path of ['/', `/r/${room}`]) {
      const result = await measure(url + path, port)
      const categories = ['performance', ...Object.keys(BAR)].map(
        (name) => `${name} ${scoreOf(result, name)}`,
      )
      const metrics = [...METRICS, 'total-blocking-time'].map(
        (name) => `${name} ${result.audits[name]!.displayValue}`,
      )
      console.log(
        `${path}: ${[...categories, ...metrics].join(', ')}, index ${result.environment.benchmarkIndex}`,
      )
      for (const [category, bar] of Object.entries(BAR))
        expect(scoreOf(result, category), `${category} of ${path}`).toBeGreaterThanOrEqual(bar)
      expect(performance(result), `${METRICS.join(', ')} of ${path}`).toBeGreaterThanOrEqual(GOOD)
    }
  } finally {
    await browser.close()
    await cluster.close()
  }
})
