// Measures the gzipped size of a first visit to the start page and to a room: what dist/index.html names, with its imports,
// and what dist/pages.json names for the page. Then measures embeds. Fails if one exceeds its limit. Lists the other files
// separately.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 60 * 1024
/** The limit of an embed with its document, and with the files that it needs for a game on a tray. */
const EMBED_LIMIT = 41 * 1024
/** The measured visits. */
const VISITS = ['/', '/r/room']

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
// The hub compresses documents when it sends them.
const gzipped = (path) =>
  path.endsWith('.html')
    ? gzipSync(readFileSync(join(dist, path))).length
    : statSync(join(dist, `${path}.gz`)).size
const kb = (bytes) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`

const index = readFileSync(join(dist, 'index.html'), 'utf8')
const shell = [...index.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8'))

const measured = new Set(shell)
const tooLarge = []
function list(paths) {
  const sizes = paths.map((path) => [gzipped(path), path]).sort(([a], [b]) => b - a)
  for (const [bytes, path] of sizes) console.log(`${kb(bytes)}  ${path}`)
  return sizes.reduce((sum, [bytes]) => sum + bytes, 0)
}

console.log('The shell, gzipped:')
const base = list(shell)
for (const visit of VISITS) {
  const page = pages.find(({ address }) => new RegExp(address).test(visit))
  const files = [...page.scripts, ...page.styles]
  console.log(`With the page of ${visit}:`)
  const total = base + list(files)
  console.log(`${kb(total)}  for a first visit to ${visit}; the limit is ${LIMIT / 1024} KB`)
  if (total > LIMIT) tooLarge.push(`A first visit to ${visit} exceeds its limit by ${total - LIMIT} bytes.`)
  for (const path of files) measured.add(path)
}

/** The files of the build in a folder, by the names under which the hub serves them. */
const filesIn = (folder) =>
  readdirSync(join(dist, folder))
    .filter((name) => name.endsWith('.gz'))
    .map((name) => `/${folder}/${name.replace(/\.gz$/, '')}`)

const inAssets = filesIn('assets/embed')
const trays = inAssets.filter((path) => /\/trays-/.test(path))
for (const name of ['game', 'room']) {
  const document = `/embed/${name}.html`
  const html = readFileSync(join(dist, document), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path)
  console.log(`An embed of a ${name}, with the files for games on a tray:`)
  const total = list([document, ...files, ...trays])
  console.log(`${kb(total)}  for an embed of a ${name}; the limit is ${EMBED_LIMIT / 1024} KB`)
  if (total > EMBED_LIMIT)
    tooLarge.push(`An embed of a ${name} exceeds its limit by ${total - EMBED_LIMIT} bytes.`)
}

console.log('Loaded when needed:')
list(filesIn('assets').filter((path) => /\.(js|css)$/.test(path) && !measured.has(path)))

for (const message of tooLarge) console.error(message)
if (tooLarge.length > 0) process.exit(1)
