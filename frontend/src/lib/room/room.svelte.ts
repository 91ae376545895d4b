/** A room on the page: the state, its one door, and the connection behind it. */
import { newId, type Command, type Wish } from '../protocol/tohub'
import { apply, type Message } from './apply'
import { Connection } from './connection'
import { HubClock } from './hubclock'
import { loadPending, savePending } from './pending'
import { unknownRoom, type RoomState } from './state'

const RELOADED = 'quatre.reloaded'

export class Room {
  readonly id: string
  #storage = tabStorage()
  #clock = new HubClock()
  #connection: Connection
  #state = $state.raw<RoomState>(unknownRoom())
  /** the last entry of the log at the last welcome */
  #upTo = 0

  constructor(id: string) {
    this.id = id
    this.#state = unknownRoom(loadPending(this.#storage, id))
    this.#connection = new Connection({
      room: id,
      origin: location.origin.replace(/^http/, 'ws'),
      position: () => this.#state,
      pending: () => this.#state.pending.map((p) => p.command),
      deliver: (message) => this.#deliver(message),
      heard: (now, sent, received) => this.#clock.heard(now, sent, received),
    })
  }

  get state(): RoomState {
    return this.#state
  }

  /** What time it is at the hub, in Unix milliseconds. */
  now(): number {
    return this.#clock.at(Date.now())
  }

  open(): void {
    this.#connection.open()
  }

  /** Leaves the room: the hub is told that nobody will be back soon. A tab that is closed does not come by here. */
  close(): void {
    this.#connection.close()
  }

  /** Connects again, after another tab had taken the seat over. */
  resume(): void {
    this.#connection.resume()
  }

  /** Gives a command, with an id and the number of the last entry seen: it is kept, drawn and sent, and sent again until the hub has answered. Returns the id. */
  wish(wish: Wish): string {
    const command: Command = { ...wish, id: newId(), n: this.#state.n }
    this.#deliver({ t: 'given', command })
    this.#connection.send(command)
    return command.id
  }

  /** The person has read why the last command was refused. */
  read(): void {
    this.#deliver({ t: 'read' })
  }

  #deliver(message: Message): void {
    const before = this.#state
    this.#state = apply(before, message)
    if (this.#state.pending !== before.pending) savePending(this.#storage, this.id, this.#state.pending)
    if (message.t === 'welcome') this.#upTo = message.n
    // Not with the welcome: the entry that this page is too old for may be among those that follow.
    if (this.#state.link === 'live' && this.#state.n >= this.#upTo) this.#storage?.removeItem(RELOADED)
    if (message.t === 'link' && message.link === 'old') this.#reloadOnce()
  }

  /** A page too old for its hub is replaced by a new one, once: a second time would be for ever. */
  #reloadOnce(): void {
    if (!this.#storage || this.#storage.getItem(RELOADED)) return
    this.#storage.setItem(RELOADED, '1')
    location.reload()
  }
}

function tabStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
