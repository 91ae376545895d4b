import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
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
        // The person's choice, then the browser's languages, then English.
        strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
        localStorageKey: 'quatre.locale',
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
      output: {
        // One file for what the start page and a room share: small files compress badly, and each costs a request.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /\/src\/lib\/(board\/(Tray|Plate|Slab|Disc|board)|games\/[a-z0-9]+\.ts|i18n\/(roomtext|boardtext|locale|localized)|room\/view|protocol\/entries)/,
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
    include: ['src/**/*.test.ts'],
    environment: 'node',
  },
})
