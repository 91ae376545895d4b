// Measures what a first visit to the home page and to a room loads: the scripts and styles that dist/index.html names,
// and those that they import statically, gzipped. Fails above the limit. Chunks that are loaded later are listed apart.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 60 * 1024

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const index = readFileSync(join(dist, 'index.html'), 'utf8')

const first = new Set()
function add(path) {
  if (first.has(path)) return
  first.add(path)
  if (!path.endsWith('.js')) return
  const code = readFileSync(join(dist, path), 'utf8')
  // A static import of a minified module; dynamic ones are written import(…).
  for (const [, name] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) add(`assets/${name}`)
}
for (const [, path] of index.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)) add(path)

const gzipped = (path) => gzipSync(readFileSync(join(dist, path)), { level: 9 }).length
const kb = (bytes) => `${(bytes / 1024).toFixed(1).padStart(6)} KB`

let total = 0
console.log('First load, gzipped:')
for (const path of first) {
  total += gzipped(path)
  console.log(`${kb(gzipped(path))}  ${path}`)
}
console.log(`${kb(total)}  in all; the limit is ${LIMIT / 1024} KB`)

console.log('Loaded when needed:')
for (const name of readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name))) {
  if (!first.has(`assets/${name}`)) console.log(`${kb(gzipped(`assets/${name}`))}  assets/${name}`)
}

if (total > LIMIT) {
  console.error(`The first load is ${total - LIMIT} bytes over its limit.`)
  process.exit(1)
}
