import { defineConfig } from '@playwright/test'
import base from '../playwright.config'

/** The pictures need the built page and a browser, but no hub. */
export default defineConfig({
  ...base,
  testDir: '.',
  projects: [
    { name: 'pictures', testMatch: 'pictures.spec.mjs', workers: 2 },
    { name: 'names', testMatch: 'names.spec.mjs' },
  ],
  workers: 4, // what has names mostly waits
  globalSetup: undefined,
  globalTeardown: undefined,
  timeout: 60_000,
  // The pictures stop the animations by themselves.
  expect: { toHaveScreenshot: { animations: 'allow' } },
  // A picture that is missing fails its test; `npm run pictures -- -u` draws it.
  updateSnapshots: 'none',
  snapshotPathTemplate: '{testDir}/kept/{arg}{ext}',
  use: {
    ...base.use,
    screenshot: 'off',
    launchOptions: {
      ...base.use!.launchOptions,
      // Letters look the same whatever fontconfig of the machine says.
      args: [
        ...base.use!.launchOptions!.args!,
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-color-profile=srgb',
      ],
    },
  },
})
