// Names the built page by its content: 8 hexadecimal digits over every file of dist.
//
// The id cannot be part of what it is computed from, so index.html carries a placeholder in <meta name="quatre-build">
// until all is written; then the id takes its place, and goes to dist/build.txt for the hub to read.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const PLACEHOLDER = '__BUILD__'
const ID_LENGTH = 8

export function buildId(): Plugin {
  let dist = ''
  return {
    name: 'quatre-build-id',
    apply: 'build',
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const index = join(dist, 'index.html')
      if (!existsSync(index)) return // the build has failed, and Vite says why
      const hash = createHash('sha256')
      for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()) {
        hash.update(name.slice(dist.length)).update('\0').update(readFileSync(name)).update('\0')
      }
      const id = hash.digest('hex').slice(0, ID_LENGTH)
      writeFileSync(index, readFileSync(index, 'utf8').replaceAll(PLACEHOLDER, id))
      writeFileSync(join(dist, 'build.txt'), `${id}\n`)
    },
  }
}
