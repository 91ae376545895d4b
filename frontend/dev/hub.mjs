// A mock of the hub for screenshots. It serves dist with the hub's content security policy, and plays the hub's side of
// one room from a list of entries.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const DIST = process.env.DIST ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
/** The hub's policy for a document, with the hashes of the styles and scripts that are written in it. */
function policyOf(document) {
  const hashes = (tag) =>
    [...document.matchAll(new RegExp(`<${tag}>(.*?)</`, 'gs'))]
      .map(([, text]) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'${hashes('script')}; style-src 'self'${hashes('style')}; img-src 'self' data:; connect-src 'self' ws: wss:`
}
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
}

/** Reads what the hub serves at a path of the page. The build compresses all files but pictures and documents. */
export async function readBuilt(path) {
  const file = extname(path) ? path : '/index.html'
  const zipped = await readFile(join(DIST, `${file}.gz`)).catch(() => null)
  const body = zipped ? gunzipSync(zipped) : await readFile(join(DIST, file))
  return { body, contentType: TYPES[extname(file)] ?? 'text/plain' }
}

const lobbyOf = ({ lobby }) => ({ waiting: [], playing: [], more: {}, ...lobby })

/** Serves the built page on a free local port; returns its address. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams } = new URL(request.url, 'http://x')
    if (path === '/api/lobby/live') {
      // The event is in the address: see mockHub.
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(`data: ${searchParams.get('event')}\n\n`)
      return
    }
    try {
      const { body, contentType } = await readBuilt(path)
      response.writeHead(200, {
        'Content-Type': contentType,
        'Content-Security-Policy': policyOf(contentType === 'text/html' ? body.toString() : ''),
        // The origin of an embed is not that of its files.
        ...(path.startsWith('/assets/embed/') && { 'Access-Control-Allow-Origin': '*' }),
      })
      response.end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}

export const ME = 'Vt3mQ0p8Yy6s1o2h4GqJ5A'
/** When the rooms of the scenes were created, in hub time. */
const BEGUN = 1763700000000
export const FRIEND = 'b9Kq2LrXw0aZt7uPnE4c1g'

/**
 * The entries of a room after these moves; seat 1 moves first. `created`: further data of the first entry; `ms`: the time
 * of each move; `more`: further entries, as [type, data].
 */
export function entriesOf({ players, moves = '', end, joined = true, created = {}, ms = 900, more = [] }) {
  const data = [['created', { variant: 'connect4:7x6:4', players, first: 1, ...created }]]
  if (joined && players[1].id !== undefined && players[1].id !== players[0].id) {
    const { id, name } = players[1]
    data[0][1] = { ...data[0][1], players: [players[0], { colour: players[1].colour }] }
    data.push(['joined', { seat: 2, player: id, name }])
  }
  const list = [...moves]
  list.forEach((move, i) => {
    const last = i === list.length - 1
    data.push(['moved', { seat: (i % 2) + 1, move, ms, ...(last && end ? { end } : {}) }])
  })
  data.push(...more)
  return data.map(([type, entry], i) => ({
    n: i + 1,
    at: BEGUN + i * 1000,
    ...(type === 'created' && { by: ME }),
    type,
    data: entry,
    digest: String(i),
  }))
}

/**
 * Answers the page's requests from `scene`: `me`, `entries`, `here`, `store`, `close`, `games`, `silent`, `since`,
 * `lobby`, `rooms`, `stats`, `build`; `pair`, `imports`: the answers of these requests; `create`: a refusal of every
 * new room; `away`: the hub does not say what it offers; `shown`: what an embed shows;
 * `analysis`, `inside`: a function from the body of a question to its answer. Returns a function that sends further
 * entries to the room's page, as [type, data]. The first of them answers the page's latest command.
 */
export async function mockHub(page, scene) {
  await page.route(/\/embed\/[gr]\//, async (route) => {
    const name = scene.shown.room ? 'room' : 'game'
    const html = await readFile(join(DIST, 'embed', `${name}.html`), 'utf8')
    const lang = scene.locale?.startsWith('fr') ? 'fr' : 'en'
    const data = `<script type="application/json" id="shown">${JSON.stringify(scene.shown)}</script>`
    await route.fulfill({
      contentType: 'text/html',
      body: html.replace('lang="en"', `lang="${lang}"`).replace('</head>', `${data}</head>`),
    })
  })
  // In place of a moving picture of a game, which only the hub draws.
  await page.route(/\/g\/.*\.(gif|png)/, async (route) => route.fulfill(await readBuilt('/favicon.svg')))
  let socketOpened
  const opening = new Promise((resolve) => (socketOpened = resolve))
  await page.route('**/api/**', (route) => {
    const path = new URL(route.request().url()).pathname
    const json = (body, status = 200) => route.fulfill({ status, json: body })
    if (path === '/api/about' && !scene.away) {
      const levels = ['very-easy', 'easy', 'normal', 'difficult', 'strong', 'expert', 'perfect']
      return json({
        proto: 1,
        build: scene.build ?? '',
        version: '',
        levels,
        known: true,
        addresses: ['http://192.168.1.20:8080'],
      })
    }
    if (path === '/api/lobby') return json(lobbyOf(scene))
    if (path === '/api/lobby/live' && scene.lobby !== null) {
      // The stream must stay open, so the server answers it, not this route.
      const event = JSON.stringify(lobbyOf(scene))
      return route.continue({ url: `${route.request().url()}&event=${encodeURIComponent(event)}` })
    }
    if (path === '/api/puzzle') return json({ date: new Date().toISOString().slice(0, 10) })
    if (path === '/api/pair' && scene.pair) return json(scene.pair)
    if (path.startsWith('/api/rooms/')) {
      const room = scene.rooms?.[path.slice('/api/rooms/'.length)]
      return room ? json(room) : json({ code: 'store_away', text: '', retry: true }, 503)
    }
    if (path === '/api/rooms' && scene.create) return json(scene.create, 400)
    if (path === '/api/rooms') return json({ room: 'k7m2p9x4w3tq' }, 201)
    if (path === '/api/me') return json({ player: ME })
    if (path === '/api/games') return json({ games: scene.games ?? [], next: scene.next ?? '' })
    if (path === '/api/analysis' && scene.analysis) {
      const { status, ...answer } = scene.analysis(route.request().postDataJSON())
      return json(answer, status)
    }
    if (path === '/api/inside' && scene.inside) {
      const { status, ...answer } = scene.inside(route.request().postDataJSON())
      return json(answer, status)
    }
    if (path === '/api/stats' && scene.stats) return json(scene.stats)
    if (path === '/api/import' && scene.imports) {
      const { status, ...answer } = scene.imports
      return json(answer, status)
    }
    if (path.endsWith('/thoughts') && scene.thoughts) return json({ thoughts: scene.thoughts })
    if (path.startsWith('/api/games/')) {
      const found = (scene.games ?? []).find(({ room, game }) => path === `/api/games/${room}/${game}`)
      return found ? json(found) : json({ code: 'unknown_game', text: 'No such game.', retry: false }, 404)
    }
    return json({ code: 'store_away', text: 'The store does not answer.', retry: true }, 503)
  })
  await page.routeWebSocket('**/live?**', (socket) => {
    if (scene.close) return socket.close({ code: scene.close })
    if (scene.silent) return
    const send = (message) => socket.send(JSON.stringify(message))
    const here = scene.here ?? { seats: [true, true], spectators: 0 }
    const n = scene.entries.length
    const opened = Date.now()
    const now = () => (scene.entries.at(-1)?.at ?? BEGUN) + (scene.since ?? 2000) + Date.now() - opened
    send({
      t: 'welcome',
      proto: 1,
      build: scene.build ?? '',
      room: 'k7m2p9x4w3tq',
      player: scene.me ?? ME,
      from: 0,
      n,
      now: now(),
      here: { claim: [0, 0], invited: 0, ...(typeof here === 'function' ? here(now()) : here) },
      store: scene.store ?? true,
    })
    send({ t: 'entries', entries: scene.entries })
    let sent = n
    let command
    socketOpened((...more) => {
      const entries = more.map(([type, data]) => ({
        n: ++sent,
        at: now(),
        type,
        data,
        digest: String(sent - 1),
      }))
      if (command) entries[0].cmd = command
      command = undefined
      send({ t: 'entries', entries })
    })
    socket.onMessage((frame) => {
      const message = JSON.parse(frame)
      if (message.t === 'ping') send({ t: 'pong', id: message.id, now: now() })
      else if (scene.refuse)
        send({ t: 'refused', id: message.id, code: scene.refuse, text: '', retry: false, n })
      else command = message.id
    })
  })
  return async (...more) => (await opening)(...more)
}
