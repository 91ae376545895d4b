/** Opens a socket to a room of this device. It looks like a websocket, to Connection. */
import { CLOSE_LOST } from '../protocol/codes'
import type { DeviceSocket } from './socket'

/** `url`: as of a hub's websocket. What plays the room is loaded first, so that rooms of a hub need not load it. */
export function openSocket(url: string): WebSocket {
  const socket: DeviceSocket = { send() {}, close() {}, onmessage: null, onclose: null }
  import('./socket').then(
    ({ connect }) => connect(socket, url),
    () => socket.onclose?.({ code: CLOSE_LOST }),
  )
  return socket as unknown as WebSocket
}
