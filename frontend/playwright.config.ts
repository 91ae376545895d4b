import { defineConfig } from '@playwright/test'

/** Debian's Chromium; another one by QUATRE_CHROMIUM. Playwright's own download is not needed. */
const executablePath = process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/build.ts',
  timeout: 180_000, // for a machine that does much else; a test takes some seconds
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  workers: 2,
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    // A trace of every test costs a third of the time: QUATRE_TRACE=1 asks for those of the tests that fail.
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
