/** Connects a page with a room of this device, which the module plays and the browser keeps. */
import { CLOSE_GONE, CLOSE_LOST, CLOSE_REPLACED } from '../protocol/codes'
import type { MoveThought } from '../protocol/thoughts'
import { keepGame, keepLog, keptLog } from './kept'
import { converse, failureOf, type Conversation, type FromModule } from './module'

/** What Connection uses of a websocket. */
export type DeviceSocket = Pick<WebSocket, 'send' | 'close'> & {
  onmessage: ((event: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

/** The open room; a page shows one at a time. */
let open: { room: string; conversation: Conversation; hearThoughts?: (message: FromModule) => void } | null =
  null

/** Serves a socket as a hub would. Each entry is kept before the page hears of it. */
export async function connect(socket: DeviceSocket, url: string): Promise<void> {
  if (!socket.onclose) return // the page has left meanwhile: Connection takes its handlers away before it closes
  const { pathname, searchParams } = new URL(url)
  const room = pathname.split('/')[3]!
  let log = keptLog(room)
  let conversation: Conversation | null = null
  let left = false
  const leave = () => {
    left = true
    conversation?.end()
    if (open?.conversation === conversation) open = null
  }
  const drop = (code: number) => {
    if (left) return
    leave()
    socket.onclose?.({ code })
  }
  socket.close = leave
  if (log === '') return drop(CLOSE_GONE)

  function hear(message: FromModule) {
    if (message.t === 'frame') socket.onmessage?.({ data: message.frame! })
    else if (message.t === 'game') keepGame(message.log!)
    else if (message.t === 'thoughts') open?.hearThoughts?.(message)
    else if (message.t === 'failed') drop(failureOf(message).retry ? CLOSE_LOST : CLOSE_GONE)
    else if (message.t === 'entry') {
      // Another tab has the room open and has continued its log.
      if (keptLog(room) !== log) return drop(CLOSE_REPLACED)
      log += message.log!
      keepLog(room, log)
    }
  }
  const digest = searchParams.get('digest') ?? ''
  try {
    conversation = await converse(
      { t: 'open', room, log, after: Number(searchParams.get('after')), digest },
      hear,
    )
  } catch {
    return drop(CLOSE_LOST)
  }
  if (left) return conversation.end()
  const { send } = conversation
  socket.send = (frame) => send({ t: 'send', frame })
  open = { room, conversation }
}

/** The thoughts of the AI in a game of the room that is open. */
export function thoughts(room: string, game: number): Promise<MoveThought[]> {
  return new Promise((resolve, reject) => {
    if (open?.room !== room) return reject(new Error(`The room ${room} is not open.`))
    open.hearThoughts = ({ body }) => resolve((body as { thoughts: MoveThought[] }).thoughts)
    open.conversation.send({ t: 'thoughts', game })
  })
}
