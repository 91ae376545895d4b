import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { buildId } from './scripts/build-id.ts'
import { bundledPackages } from './scripts/bundled-packages.ts'
import { shortMessages } from './scripts/short-messages.ts'
import { singleMessages } from './scripts/single-messages.ts'

export default defineConfig({
  plugins: [
    // The unit tests say nothing in either language; the plugin's watcher would keep them from ending.
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
    // Browsers that can run the page at all preload modules by themselves.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What the start and a room have in common in one file: small ones compress badly, and each is a request.
        codeSplitting: {
          groups: [
            {
              name: 'common',
              test: /\/src\/lib\/(board\/(Tray|Plate|Slab|Disc|board)|games\/[a-z0-9]+\.ts|i18n\/(say|boardwords|locale|spoken)|room\/view|protocol\/entries)/,
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
