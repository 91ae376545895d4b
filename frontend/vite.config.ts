import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { buildId } from './scripts/build-id.ts'
import { bundledPackages } from './scripts/bundled-packages.ts'
import { shortMessages } from './scripts/short-messages.ts'
import { singleMessages } from './scripts/single-messages.ts'

export default defineConfig({
  plugins: [
    // Unit tests need no messages, and the plugin's watcher would keep the test run from ending.
    !process.env.VITEST &&
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/lib/paraglide',
        // Paraglide need not choose the language: lib/i18n/locale.svelte.ts does.
        strategy: ['baseLocale'],
        isServer: 'false',
      }),
    svelte(),
    shortMessages(),
    singleMessages(),
    bundledPackages(),
    buildId(),
  ],
  build: {
    // All supported browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Without this, a chunk imports every other chunk that contains a module of Svelte.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/svelte\/src\//, sideEffects: false }] },
      output: {
        // One file for what the start page and a room share: small files compress badly, and each costs a request.
        codeSplitting: {
          groups: [
            {
              // A room does not need Svelte's code for input fields at first.
              name: 'fields',
              test: /\/svelte\/src\/internal\/client\/dom\/elements\/bindings\/(select|input)/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            {
              name: 'common',
              test: /\/node_modules\/svelte\/src\/|\/src\/lib\/(board\/(Plate|Disc|board)|games\/(index|game|connect4|loaded)|i18n\/(roomtext|boardtext|locale|localized)|room\/view|protocol\/(entries|tohub))/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:8080', ws: true } },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.ts'],
          environment: 'node',
        },
      },
      {
        // Components that need layout or animations. The browser is that of the browser tests: see playwright.config.ts.
        extends: true,
        optimizeDeps: { include: ['svelte', 'vitest/browser'] },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env.QUATRE_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
                args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
