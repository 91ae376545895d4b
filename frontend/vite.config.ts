import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { bundledPackages } from './scripts/bundled-packages.ts'
import { chunkNames } from './scripts/chunks.ts'
import { embedPage } from './scripts/embed-page.ts'
import { finishBuild } from './scripts/finish-build.ts'
import { inlineIcons } from './scripts/inline-icons.ts'
import { pagesFile } from './scripts/pages-file.ts'
import { shortMessages } from './scripts/short-messages.ts'
import { singleMessages } from './scripts/single-messages.ts'

/** Tests that replace modules need modules of their own. The others share theirs, which takes half the time. */
const source = resolve(import.meta.dirname, 'src')
const replacing = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      /\bvi\.(mock|resetModules|stubGlobal)\b/.test(readFileSync(resolve(source, file), 'utf8')),
  )
  .map((file) => `src/${file}`)

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
    inlineIcons(),
    svelte(),
    shortMessages(),
    singleMessages(),
    bundledPackages(),
    embedPage(),
    pagesFile(),
    finishBuild(),
  ],
  // The worker imports a module, as the page does.
  worker: { format: 'es' },
  build: {
    modulePreload: {
      // All supported browsers preload modules by themselves.
      polyfill: false,
      // What loads a part has been loaded itself, with the files of its page: see scripts/chunks.ts.
      resolveDependencies: (_, files, { hostId }) => {
        const own = /\/(Room|play)-/.test(hostId)
          ? 'play'
          : /\/(Home|start)-/.test(hostId)
            ? 'start'
            : 'common'
        return files.filter((file) => !new RegExp(`/(common|rolldown-runtime|${own})-`).test(file))
      },
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Without this, a chunk imports every other chunk that contains a module of Svelte.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/svelte\/src\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: chunkNames(resolve(import.meta.dirname, 'src/main.ts')),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] }, // internal/room/scripts.json and internal/puzzle/data
    proxy: { '/api': { target: 'http://localhost:8080', ws: true } },
  },
  test: {
    pool: 'threads',
    // A hook often waits for modules and programs to be loaded, and a test may try out whole games: on a busy machine for
    // seconds.
    hookTimeout: 60_000,
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.ts', ...replacing],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'replacing',
          include: replacing,
          exclude: ['src/**/*.browser.test.ts'],
        },
      },
      {
        // Components that need layout or animations. The browser is that of the browser tests: see playwright.config.ts.
        extends: true,
        optimizeDeps: { include: ['svelte', 'vitest/browser'] },
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.ts'],
          // A poll often waits for a module, which the server compiles first: on a busy machine for seconds.
          expect: { poll: { timeout: 15_000 } },
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
