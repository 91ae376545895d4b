// Takes a GIF of a game from a real hub, for the README.
//   node dev/film.mjs HUB FILE
// HUB is the hub's program. It runs on a free port, with a store that is deleted afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const [hub, file] = process.argv.slice(2)
const GAME = `[Variant "connect4:7x6:4"]
[Player1 "Ana"]
[Colour1 "red"]
[Player2 "Ben"]
[Colour2 "yellow"]
[First "1"]
[Started "2026-11-21T10:00:04.000Z"]
[Ended "2026-11-21T10:00:04.000Z"]
[Result "1-0"]
[End "line"]

${[...'442547534414222622333'].join(' ')} 1-0
`

const listener = createServer().listen(0, '127.0.0.1')
await once(listener, 'listening')
const { port } = listener.address()
listener.close()
await once(listener, 'close')

const folder = mkdtempSync(join(tmpdir(), 'quatre-film-'))
const store = `file:${join(folder, 'games.db')}`
const child = spawn(hub, ['-addr', `127.0.0.1:${port}`, '-admin', 'none', '-store', store], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const ended = once(child, 'exit')
try {
  const address = `http://127.0.0.1:${port}`
  for (let i = 0; !(await fetch(`${address}/healthz`).catch(() => null)); i++) {
    if (i > 200) throw new Error('the hub does not answer')
    await new Promise((done) => setTimeout(done, 50))
  }
  const imported = await fetch(`${address}/api/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${'film'.repeat(8)}`, 'Content-Type': 'text/plain' },
    body: GAME,
  })
  const answer = await imported.json()
  if (!imported.ok) throw new Error(JSON.stringify(answer))
  const { room, game } = answer.games[0]
  const gif = await fetch(`${address}/g/${room}/${game}.gif`)
  if (!gif.ok) throw new Error(await gif.text())
  writeFileSync(file, Buffer.from(await gif.arrayBuffer()))
} finally {
  child.kill()
  await ended
  rmSync(folder, { recursive: true })
}
