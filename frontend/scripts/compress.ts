// Replaces the files in dist by their compressed forms: NAME.br and NAME.gz. The hub embeds these and serves them as they
// are. Compressing so well takes too long for each request, or for each start of a hub.
//
// Browsers accept Brotli only over TLS and on their own machine, so gzip is needed too. For a client that accepts neither,
// the hub unpacks NAME.gz. Pictures are compressed already. The hub itself reads index.html, pages.json and build.txt.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|txt|wasm|webmanifest)$/
const READ_BY_HUB = 'build.txt'

async function compressFile(path: string): Promise<void> {
  const content = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }), // as well as Brotli can: its default
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  writeFileSync(`${path}.br`, brotli)
  writeFileSync(`${path}.gz`, gz)
  rmSync(path)
}

/** Compresses those of the files in the folder dist that become smaller. */
export async function compress(dist: string, files: string[]): Promise<void> {
  const names = files.filter((name) => COMPRESSIBLE.test(name) && name !== READ_BY_HUB)
  await Promise.all(names.map((name) => compressFile(join(dist, name))))
}
