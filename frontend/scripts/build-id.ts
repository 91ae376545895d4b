// Computes the build ID of the page: 8 hexadecimal digits of a hash over every file in dist.
//
// index.html has a placeholder in <meta name="quatre-build"> while the hash is computed, and the service worker has the
// same placeholder. Then the ID replaces them, and is written to dist/build.txt for the hub.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PLACEHOLDER = '__BUILD__'
const ID_LENGTH = 8

/** Writes the ID of the build in the folder dist, which has these files. */
export function writeBuildId(dist: string, files: string[]): void {
  const hash = createHash('sha256')
  for (const name of files)
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(dist, name)))
      .update('\0')
  const id = hash.digest('hex').slice(0, ID_LENGTH)
  for (const name of ['index.html', 'sw.js']) {
    const file = join(dist, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(PLACEHOLDER, id))
  }
  writeFileSync(join(dist, 'build.txt'), `${id}\n`)
}
