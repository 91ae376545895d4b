/** The socket that index.html has opened while the page was loaded. The first Connection takes it, or closes it. */
interface Early {
  socket: WebSocket
  /** what it has received */
  received: MessageEvent[]
  /** this device's clock, Unix milliseconds */
  openedAt: number
  /** the close code, if it is closed already */
  closed?: number
}

const opened = globalThis as { earlySocket?: Early | undefined }

/** Takes the socket if it has this address. */
export function earlySocket(url: string): Early | null {
  const early = opened.earlySocket
  delete opened.earlySocket
  if (!early || early.socket.url === url) return early ?? null
  early.socket.close()
  return null
}
