import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'
import { ROOT } from './processes'

const DIST = join(ROOT, 'frontend/dist')
/** The ID of the other build. */
export const OTHER_BUILD = 'ffffffff'

/** The ID of the build in frontend/dist. */
export const thisBuild = (): string => readFileSync(join(DIST, 'build.txt'), 'utf8').trim()

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/**
 * Builds a hub with another build of the page into a folder, as after a change of every file: nothing in assets/ has the
 * same name. Returns the path of the program.
 */
export async function buildOtherHub(folder: string): Promise<string> {
  const names = readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(DIST, join(entry.parentPath, entry.name)))
  const renamed = names
    .filter((name) => name.startsWith('assets/') && name.endsWith('.gz'))
    .map((name) => name.slice('assets/'.length, -'.gz'.length))
    .map((name) => [
      name,
      name.replace(/-(.)([\w-]{7}\.)/, (_, first, rest) => `-${first === 'x' ? 'y' : 'x'}${rest}`),
    ])
  const rename = (text: string) =>
    renamed
      .reduce((text, [old, name]) => text.replaceAll(old!, name!), text)
      .replaceAll(thisBuild(), OTHER_BUILD)

  // Go takes the files of the overlay as if they were in dist.
  const overlay: Record<string, string> = {}
  const replace = (name: string, content: Uint8Array) => {
    const file = join(folder, name.replaceAll('/', '_'))
    writeFileSync(file, content)
    overlay[join(DIST, name)] = file
  }
  mkdirSync(folder, { recursive: true })
  for (const name of names.filter((name) => name.startsWith('assets/'))) overlay[join(DIST, name)] = ''
  for (const name of names.filter((name) => /^assets\/.*(?<!\.(js|css)\.(gz|br))$/.test(name)))
    overlay[join(DIST, rename(name))] = join(DIST, name)
  for (const name of names.filter((name) => /\.(js|css)\.gz$/.test(name))) {
    const text = rename(gunzipSync(readFileSync(join(DIST, name))).toString())
    const plain = rename(name).slice(0, -'.gz'.length)
    replace(`${plain}.gz`, gzipSync(text))
    replace(`${plain}.br`, brotliCompressSync(text, quickly))
  }
  for (const name of ['index.html', 'pages.json', 'build.txt'])
    replace(name, Buffer.from(rename(readFileSync(join(DIST, name), 'utf8'))))

  const program = join(folder, 'hub')
  writeFileSync(join(folder, 'overlay.json'), JSON.stringify({ Replace: overlay }))
  const build = ['build', '-overlay', join(folder, 'overlay.json'), '-o', program, './cmd/hub']
  await promisify(execFile)('go', build, { cwd: ROOT })
  return program
}
