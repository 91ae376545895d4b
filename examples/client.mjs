#!/usr/bin/env node
// A bot for Quatre that plays a game of Connect Four. docs/api/clients.md explains it.
//
//     client.mjs http://localhost:8080          opens a room and waits for somebody
//     client.mjs http://localhost:8080 ROOM     takes the free seat of a room
//
// It needs Node 22, or Node 20 with --experimental-websocket.
import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const secret = process.env.QUATRE_SECRET || randomBytes(32).toString('base64url') // who knows it is this player
const headers = { Authorization: `Bearer ${secret}` }
const finalCodes = [1003, 4001, 4003, 4004, 4008, 4009, 4010]
const newId = () => randomBytes(12).toString('hex')

async function create(hub) {
  const body = JSON.stringify({ id: newId(), variant: 'connect4:7x6:4', opponent: 'human' })
  const answer = await fetch(`${hub}/api/rooms`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error((await answer.json()).text)
  return (await answer.json()).room
}

/** The next command of the player `me`; undefined: there is nothing to do now. */
function think(log, me) {
  const { players, first } = log[0].data
  const ids = [players[0].id, log.find((e) => e.type === 'joined')?.data.player ?? players[1].id]
  const moves = log.filter((e) => e.type === 'moved').map((e) => e.data.move)
  const header = { id: newId(), n: log.length }
  if (!ids[1]) return ids[0] === me ? undefined : { t: 'sit', ...header, name: 'JavaScript' }
  if (ids[(first - 1 + moves.length) % 2] !== me) return undefined
  const free = [...'1234567'].filter((column) => moves.filter((move) => move === column).length < 6)
  return { t: 'move', ...header, move: free[randomInt(free.length)] }
}

const result = (log) => log.map((e) => (e.type === 'closed' ? 'closed' : e.data.end)).find(Boolean)

/** Serves one socket until it ends. Returns its close code. */
function follow(url, game) {
  const socket = new WebSocket(url, { headers })
  let me, end
  let send = true // send the command that has no answer yet, also if another socket has sent it
  const receive = async (m) => {
    if (m.t === 'welcome') {
      me = m.player
      end = m.n
      game.wait = 300
      game.log.length = m.from
    } else if (m.t === 'entries') {
      for (const entry of m.entries) if (entry.n === game.log.length + 1) game.log.push(entry)
    } else if (game.command && m.id === game.command.id) {
      if (m.t === 'refused') console.error(m.text)
      if (m.t === 'refused' && m.retry) {
        await sleep(1000)
        send = true
      } else {
        game.command = undefined
        if (m.code === 'ahead') socket.close(1000) // this log is not the hub's: read it again
        if (m.t === 'refused') return // the next entry may change that
      }
    }
    if (result(game.log)) return socket.close(1000)
    if (game.log.length < end) return
    if (!game.command) {
      game.command = think(game.log, me)
      send = true
    }
    if (!send || !game.command || socket.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify(game.command))
    send = false
  }
  let queue = Promise.resolve() // one frame after the other
  socket.onmessage = ({ data }) => (queue = queue.then(() => receive(JSON.parse(data))))
  return new Promise((done) => {
    socket.onclose = ({ code }) => queue.then(() => done(code))
    socket.onerror = () => queue.then(() => done(1006)) // Node tells no more if there was no connection
  })
}

async function play(hub, room) {
  const game = { log: [], command: undefined, wait: 300 }
  while (!result(game.log)) {
    const query = `proto=1&after=${game.log.length}&digest=${game.log.at(-1)?.digest ?? ''}`
    const code = await follow(`${hub.replace('http', 'ws')}/api/rooms/${room}/live?${query}`, game)
    if (finalCodes.includes(code)) throw new Error(`closed with ${code}`)
    if (result(game.log)) break
    await sleep(game.wait * (0.5 + Math.random() / 2))
    game.wait = Math.min(2 * game.wait, 10_000)
  }
  console.log(JSON.stringify(result(game.log)))
}

const hub = process.argv[2].replace(/\/$/, '')
const room = process.argv[3] ?? (await create(hub))
console.log(`${hub}/r/${room}`)
await play(hub, room)
