/** A room on the page: its state, the commands that change it, and the connection to the hub. */
import { isOnDevice } from '../local/address'
import { openSocket } from '../local/opensocket'
import { newId, type Command, type CommandBody } from '../protocol/commands'
import { apply, type RoomMessage } from './apply'
import { Connection } from './connection'
import { HubClock } from './hubclock'
import { reloadOnce } from '../shell/reload'
import { loadPending, savePending } from './pending'
import { ShownRoom } from './shownroom.svelte'
import { emptyRoom, type RoomState } from './state'
import { askedForRematch, awaitsAnswer, isPlaying, mayAskForRematch, opponentSeat } from './view'

export class Room {
  readonly id: string
  #clock = new HubClock()
  #connection: Connection
  /** all that the page knows */
  #state: RoomState
  #shown: ShownRoom

  readonly #watches: boolean

  /** `watches`: the person has come by a link to watch, and is nobody here who could sit down or act. */
  constructor(id: string, watches = false) {
    this.id = id
    this.#watches = watches
    this.#state = emptyRoom(loadPending(id))
    this.#shown = new ShownRoom(this.#state)
    this.#connection = new Connection({
      room: id,
      open: isOnDevice(id) ? openSocket : watches ? (url) => new WebSocket(`${url}&watch=1`) : undefined,
      onDevice: isOnDevice(id),
      origin: location.origin.replace(/^http/, 'ws'),
      position: () => this.#state,
      pending: () => this.#state.pending.map((p) => p.command),
      isTogether: () => isPlaying(this.#state) && opponentSeat(this.#state) !== null,
      deliver: (message) => this.#deliver(message),
      onHubTime: (now, sent, received) => this.#clock.addSample(now, sent, received),
    })
    this.#connection.open()
  }

  /** The room as the page shows it: all that it knows, except a reply of an AI that comes too soon. */
  get state(): RoomState {
    return this.#shown.state
  }

  /** The hub's time, in Unix milliseconds. */
  now(): number {
    return this.#clock.at(Date.now())
  }

  /** Leaves the room and says goodbye to the hub. Closing the tab does not call this. */
  close(): void {
    this.#shown.stop()
    this.#connection.close()
  }

  /** Connects again after the connection ended for good, for example because another tab took the seat. */
  resume(): void {
    this.#connection.resume()
  }

  /** Gives a command: stores it as pending, shows it, and sends it until the hub has answered. Returns its ID. */
  send(body: CommandBody): string {
    const command: Command = { ...body, id: newId(), n: this.#state.n }
    this.#deliver({ t: 'command-given', command })
    this.#connection.send(command)
    return command.id
  }

  /** Takes a seat, unless the hub would not know its player again. Returns whether the command was given. */
  async takeSeat(body: CommandBody): Promise<boolean> {
    // Loaded when it is needed: most people who open a room have a seat already.
    const refused = await import('../protocol/rest')
      .then(({ refusesCookie }) => refusesCookie())
      .catch(() => false)
    if (refused) this.#deliver({ t: 'refusal', refusal: { code: 'no_cookie', text: '' } })
    else if (!awaitsAnswer(this.#state, body.t)) this.send(body)
    if (this.#state.link === 'no-spectators') this.resume()
    return !refused
  }

  /** Asks for another game, if this page's player may and has not asked yet. */
  askForRematch(): void {
    if (mayAskForRematch(this.state) && !askedForRematch(this.state)) this.send({ t: 'rematch' })
  }

  /** Shows a hint of this device in the position after `ply` moves of a game, until the hub's hint comes. */
  adviseEarly(game: number, ply: number, move: string): void {
    this.#deliver({ t: 'advised-early', game, ply, move })
  }

  /** Stops showing the last refusal. */
  dismissRefusal(): void {
    this.#deliver({ t: 'refusal', refusal: null })
  }

  #deliver(message: RoomMessage): void {
    const before = this.#state
    if (this.#watches && message.t === 'welcome') message = { ...message, player: '' }
    this.#state = apply(before, message)
    this.#shown.update(message, this.#state)
    if (this.#state.pending !== before.pending) savePending(this.id, this.#state.pending)
    if (message.t === 'link' && message.link === 'outdated') reloadOnce()
  }
}
