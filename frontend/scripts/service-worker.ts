// Builds dist/sw.js from src/serviceworker. It is one file, because browsers compare only this file to find an update.
import { resolve } from 'node:path'
import { build } from 'vite'

/** Writes sw.js, for a build with these files, into the folder dist. */
export async function buildServiceWorker(dist: string, files: string[]): Promise<void> {
  // Embeds do not see the worker's caches: their origin is another one.
  const assets = files.filter((name) => /^assets\/(?!embed\/)/.test(name)).map((name) => `/${name}`)
  const isCode = (name: string) => /\.(js|css)$/.test(name)
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: {
      __CODE__: JSON.stringify(assets.filter(isCode)),
      __ON_DEMAND__: JSON.stringify(assets.filter((name) => !isCode(name))),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, '../src/serviceworker/main.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
