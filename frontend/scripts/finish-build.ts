// What follows when all files of the page are in dist: the service worker, the build ID, and the compressed files.
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { writeBuildId } from './build-id.ts'
import { compress } from './compress.ts'
import { buildServiceWorker } from './service-worker.ts'

/** The names of all files in a folder, sorted, with slashes. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.gitkeep')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()

export function finishBuild(): Plugin {
  let dist = ''
  return {
    name: 'quatre-finish-build',
    apply: 'build',
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      if (!existsSync(join(dist, 'index.html'))) return // the build has failed, and Vite says why
      await buildServiceWorker(dist, filesOf(dist))
      writeBuildId(dist, filesOf(dist))
      await compress(dist, filesOf(dist))
    },
  }
}
