import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The real programs of a test: hubs, workers and Redis, and a proxy in front of the hubs. */

export const ROOT = resolve(import.meta.dirname, '../..')
export const BIN = join(ROOT, 'bin', 'e2e')

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Polls until `ask` returns true. `what` says in the error what did not happen. `timeout` is in milliseconds. */
export async function waitUntil(
  what: string | (() => string),
  ask: () => Promise<boolean> | boolean,
  timeout = 20_000,
): Promise<void> {
  for (const end = Date.now() + timeout; !(await ask()); await new Promise((done) => setTimeout(done, 50)))
    if (Date.now() > end) throw new Error(`timed out waiting for ${typeof what === 'string' ? what : what()}`)
}

/** Whether a server answers with success, within seconds. */
export const respondsOk = async (url: string) => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(10_000) })).ok
  } catch {
    return false
  }
}

/** One process and its output. */
export class Process {
  log = ''
  /** whether it is a program of this project */
  readonly isOurs: boolean
  private readonly child: ChildProcess
  private readonly exited: Promise<void>

  constructor(command: string, args: string[], cwd: string) {
    this.isOurs = command.startsWith(BIN)
    this.child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    this.child.stdout!.on('data', (text) => (this.log += text))
    this.child.stderr!.on('data', (text) => (this.log += text))
    this.exited = new Promise((done, fail) => {
      this.child.on('exit', () => done())
      this.child.on('error', fail)
    })
  }

  /** Sends a signal to the process and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.child.kill(signal)
    await this.exited
  }
}

/** All processes of one test, in a temporary folder. close() removes everything. */
export class TestCluster {
  readonly folder = mkdtempSync(join(tmpdir(), 'quatre-'))
  /** the store of a hub that is alone */
  readonly file = `file:${this.folder}/quatre.db`
  private readonly running: Process[] = []
  private readonly proxies: Proxy[] = []

  private start(command: string, args: string[]): Process {
    const process = new Process(command, args, this.folder)
    this.running.push(process)
    return process
  }

  async redis(): Promise<{ url: string; port: number; process: Process; restart: () => Promise<Process> }> {
    const port = await freePort()
    const run = async () => {
      const process = this.start('redis-server', [
        ...['--port', String(port), '--bind', '127.0.0.1', '--dir', this.folder],
        ...['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''],
      ])
      await waitUntil('redis-server', () => process.log.includes('Ready to accept connections'))
      return process
    }
    return { url: `redis://127.0.0.1:${port}`, port, process: await run(), restart: run }
  }

  async hub(store: string, ...more: string[]): Promise<{ url: string; port: number; process: Process }> {
    return this.runHub(join(BIN, 'hub'), store, ...more)
  }

  /** Starts a hub from another program. */
  async runHub(
    program: string,
    store: string,
    ...more: string[]
  ): Promise<{ url: string; port: number; process: Process }> {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const process = this.start(program, [
      '-addr',
      `127.0.0.1:${port}`,
      '-admin',
      '',
      '-store',
      store,
      ...more,
    ])
    await waitUntil(
      () => `the hub: ${process.log}`,
      () => respondsOk(`${url}/readyz`),
    )
    return { url, port, process }
  }

  worker(store: string): Process {
    return this.start(join(BIN, 'aiworker'), ['-store', store, '-concurrency', '1'])
  }

  async proxy(...ports: number[]): Promise<Proxy> {
    const proxy = new Proxy(ports)
    this.proxies.push(proxy)
    await proxy.open()
    return proxy
  }

  /** What all processes have written that were not stopped, with what the goroutines of hubs and workers do. Ends these. */
  async report(): Promise<string> {
    await Promise.all(this.running.filter(({ isOurs }) => isOurs).map((process) => process.end('SIGQUIT')))
    return this.running.map((process) => process.log).join('\n')
  }

  /** Stops every process with SIGTERM. Their stored data stays. */
  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((process) => process.end('SIGTERM')))
  }

  async close(): Promise<void> {
    for (const proxy of this.proxies) await proxy.close()
    await Promise.all(this.running.map((process) => process.end('SIGKILL')))
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Passes each request to the hub at `hub`, except those for which `refuse` returns true: these get the status 404. */
export async function forward(
  hub: string,
  refuse: (path: string) => boolean,
): Promise<{ url: string; close: () => void }> {
  const server = createHttpServer((question, answer) => {
    const { url = '', method, headers } = question
    if (refuse(url)) return answer.writeHead(404).end()
    const asked = request(hub + url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers)
      answered.pipe(answer)
    })
    asked.on('error', () => answer.destroy())
    question.pipe(asked)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A proxy that passes each connection to the first hub that accepts it. It can be unplugged. */
export class Proxy {
  private readonly server = createServer((client) => this.pass(client))
  private readonly sockets = new Set<Socket>()
  plugged = true
  /** whether new connections get no answer */
  hanging = false

  constructor(private ports: number[]) {}

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async open(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
  }

  /** Cuts every connection, and accepts none until `plugged` is true again. */
  unplug(): void {
    this.plugged = false
    for (const socket of this.sockets) socket.destroy()
  }

  /** Keeps every connection open, but passes nothing on it, as in a tunnel; or passes on what has waited. */
  stall(stalled: boolean): void {
    for (const socket of this.sockets) {
      if (stalled) socket.pause()
      else socket.resume()
    }
  }

  /** Passes new connections to these ports instead, as after an upgrade, and cuts the old ones. */
  moveTo(...ports: number[]): void {
    this.ports = ports
    for (const socket of this.sockets) socket.destroy()
  }

  private pass(client: Socket, index = 0): void {
    if (this.hanging) {
      this.sockets.add(client)
      client.on('error', () => client.destroy())
      return
    }
    const port = this.ports[index]
    if (!this.plugged || port === undefined) {
      client.destroy()
      return
    }
    const hub = connect(port, '127.0.0.1')
    this.sockets.add(client)
    this.sockets.add(hub)
    const closeBoth = () => {
      client.destroy()
      hub.destroy()
      this.sockets.delete(client)
      this.sockets.delete(hub)
    }
    let connected = false
    hub.on('connect', () => {
      connected = true
      client.pipe(hub).pipe(client)
    })
    hub.on('error', () => {
      if (connected) return closeBoth()
      this.sockets.delete(hub)
      this.pass(client, index + 1)
    })
    hub.on('close', () => connected && closeBoth())
    client.on('error', closeBoth)
    client.on('close', closeBoth)
  }

  async close(): Promise<void> {
    this.unplug()
    await new Promise((done) => this.server.close(done))
  }
}
