import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** Lighthouse measures times, so it runs without the other tests. It plays nothing, so no frames are compared. */
export default defineConfig({
  ...base,
  testMatch: 'lighthouse.spec.ts',
  projects: undefined,
  globalTeardown: undefined,
})
