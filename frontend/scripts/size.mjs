// Measures the gzipped size of a first visit to the start page and to a room. A visit loads the shell, which
// dist/index.html names, and the page of its address, which the shell imports; each with its static imports and styles.
// Fails if a visit exceeds the limit. Lists the other chunks separately.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 60 * 1024
/** The measured visits: the address, and the name of the page's chunk. */
const VISITS = [
  ['/', 'Home'],
  ['/r/…', 'Room'],
]

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const index = readFileSync(join(dist, 'index.html'), 'utf8')
const read = (path) => readFileSync(join(dist, path), 'utf8')
const gzipped = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length
const kb = (bytes) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`

/** Adds a file and its static imports. */
function add(path, files) {
  if (files.has(path)) return
  files.add(path)
  if (!path.endsWith('.js')) return
  // Matches static imports in minified code; dynamic ones are import(…).
  for (const [, name] of read(path).matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    add(`assets/${name}`, files)
}

/** The files that the shell loads for a page: its chunk, and what Vite preloads for it, including styles. */
function pageFiles(shell, name) {
  for (const path of [...shell].filter((path) => path.endsWith('.js'))) {
    const code = read(path)
    const found = new RegExp(
      `import\\(["'\`]\\./(${name}-[\\w-]+\\.js)["'\`]\\)(?:\\.then\\([^)]*\\))?\\s*,\\s*__vite__mapDeps\\(\\[([\\d,]*)\\]\\)`,
    ).exec(code)
    if (!found) continue
    const table = /__vite__mapDeps=.*?(\[[^\]]*\])/.exec(code)
    const names = [...table[1].matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, path]) => path)
    return [`assets/${found[1]}`, ...found[2].split(',').map((i) => names[Number(i)])]
  }
  throw new Error(`The shell does not import the page ${name}. Was it renamed?`)
}

const shell = new Set()
for (const [, path] of index.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) add(path, shell)

const measured = new Set(shell)
const tooLarge = []
function list(paths) {
  const sizes = paths.map((path) => [gzipped(path), path]).sort(([a], [b]) => b - a)
  for (const [bytes, path] of sizes) console.log(`${kb(bytes)}  ${path}`)
  return sizes.reduce((sum, [bytes]) => sum + bytes, 0)
}

console.log('The shell, gzipped:')
const base = list([...shell])
for (const [address, name] of VISITS) {
  const visit = new Set(shell)
  for (const path of pageFiles(shell, name)) add(path, visit)
  console.log(`With the page of ${address}:`)
  const total = base + list([...visit].filter((path) => !shell.has(path)))
  console.log(`${kb(total)}  for a first visit to ${address}; the limit is ${LIMIT / 1024} KB`)
  if (total > LIMIT) tooLarge.push(`A first visit to ${address} exceeds its limit by ${total - LIMIT} bytes.`)
  for (const path of visit) measured.add(path)
}

console.log('Loaded when needed:')
const assets = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
list(assets.filter((path) => /\.(js|css)$/.test(path) && !measured.has(path)))

for (const message of tooLarge) console.error(message)
if (tooLarge.length > 0) process.exit(1)
