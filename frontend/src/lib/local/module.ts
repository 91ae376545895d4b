/**
 * Speaks with the module that plays rooms and analyses positions on this device: Go code, compiled to WebAssembly, in a
 * worker. The messages are those of internal/local/server.go.
 */
import { newId } from '../protocol/commands'
import { Failure, notLoaded } from '../protocol/failure'
import workerUrl from './worker?worker&url'

type ToModule = { t: string } & Record<string, unknown>

export interface FromModule {
  t: 'created' | 'frame' | 'entry' | 'game' | 'thoughts' | 'answer' | 'failed'
  key: string
  log?: string
  frame?: string
  body?: unknown
}

/** What the page tells a conversation whose worker has ended. */
const ENDED = { code: 'unreachable', text: 'What plays on this device has ended.', retry: true }

let running: Promise<Worker> | null = null
const conversations = new Map<string, (message: FromModule) => void>()

/** Starts the worker, once. Rejects with a Failure if it cannot be loaded; then it may be started again. */
export function start(): Promise<Worker> {
  running ??= new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as FromModule | { t: 'ready' }
      if (message.t === 'ready') resolve(worker)
      else conversations.get(message.key)?.(message)
    }
    worker.onerror = () => {
      running = null
      worker.terminate()
      reject(notLoaded())
      for (const [key, hear] of [...conversations]) hear({ t: 'failed', key, body: ENDED })
    }
  })
  return running
}

export interface Conversation {
  send: (message: ToModule) => void
  /** Ends it: the module stops, and `hear` is not called again. */
  end: () => void
}

/** Begins a conversation with a message. `hear` gets all answers. */
export async function converse(first: ToModule, hear: (message: FromModule) => void): Promise<Conversation> {
  const worker = await start()
  const key = newId()
  const send = (message: ToModule) => worker.postMessage(JSON.stringify({ ...message, key }))
  conversations.set(key, hear)
  send(first)
  return {
    send,
    end() {
      if (conversations.delete(key)) send({ t: 'close' })
    },
  }
}

/** The Failure in a message `failed`. */
export function failureOf({ body }: FromModule): Failure {
  const { code, text, retry } = body as typeof ENDED
  return new Failure(code, text, retry)
}
