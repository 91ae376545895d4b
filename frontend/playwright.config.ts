import { defineConfig } from '@playwright/test'

/**
 * Debian's headless Chromium, or the browser in QUATRE_CHROMIUM. The tests take a quarter longer in the full Chromium.
 * Playwright's own download is not needed.
 */
const executablePath = process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell'

/**
 * What `make test` leaves to `make long`: tests with the tag @long, and the pages around a game, by ear, no network, new
 * versions, pages of others.
 */
const long =
  /@long|(admin-page|analysis|class|embed|heard|history|inside|lessons|match|offline|pages|perfect|puzzle|seat-handover|shell)\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  globalTeardown: './e2e/global-teardown.ts',
  timeout: 180_000, // enough for a busy machine; a test usually takes some seconds
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  workers: 2,
  fullyParallel: true, // or the last files would run alone
  projects: [
    { name: 'pages', testIgnore: 'lighthouse.spec.ts', grepInvert: long },
    { name: 'long', grep: long },
  ],
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    actionTimeout: 60_000, // so that a test that waits in vain says for what
    navigationTimeout: 60_000,
    // A worker loads the whole page for each new person. The tests that are about the worker allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Traces slow the tests down. QUATRE_TRACE=1 keeps the traces of tests that fail.
    trace: process.env.QUATRE_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox', // CI runs as root, where Chromium has no sandbox
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
