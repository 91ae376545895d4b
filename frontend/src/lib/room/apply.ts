/**
 * The one door through which a room's state changes. Pure: same state, same message, same result; the state given is
 * never written to.
 */
import type { Entry } from '../protocol/entries'
import type { Here, Refused, ToPage, Welcome } from '../protocol/topage'
import type { Command } from '../protocol/tohub'
import { fold } from './fold'
import { unknownRoom, type Link, type RoomState } from './state'

/** What happens to a room on the page: what the hub says, and what the page does itself. */
export type Message =
  | ToPage
  /** the person gave a command: it is kept until it is answered */
  | { t: 'given'; command: Command }
  /** a command is given up, unanswered */
  | { t: 'dropped'; id: string }
  /** the connection has changed */
  | { t: 'link'; link: Link }
  /** the refusal was read */
  | { t: 'read' }
  /** the copy of the log turned out not to be the hub's: all of it is forgotten */
  | { t: 'anew' }

export function apply(state: RoomState, message: Message): RoomState {
  switch (message.t) {
    case 'welcome':
      return welcome(state, message)
    case 'entries':
      return message.entries.reduce(next, state)
    case 'ok':
      return { ...answered(state, message.id), store: true }
    case 'refused':
      return refused(state, message)
    case 'here':
      return { ...state, here: hereOf(message) }
    case 'store':
      return { ...state, store: message.up }
    case 'pong':
      return state
    case 'given':
      return {
        ...state,
        refusal: null,
        pending: [...state.pending, { command: message.command, game: state.game, ply: state.moves.length }],
      }
    case 'dropped':
      return answered(state, message.id)
    case 'link':
      return { ...state, link: message.link }
    case 'read':
      return { ...state, refusal: null }
    case 'anew':
      return forget(state)
  }
}

/** Keeps what is not of the log. */
function forget(state: RoomState): RoomState {
  const { me, here, store, build, link, pending, refusal } = state
  return { ...unknownRoom(pending), me, here, store, build, link, refusal }
}

function welcome(state: RoomState, message: Welcome): RoomState {
  const kept = message.from === state.n ? state : forget(state)
  return {
    ...kept,
    me: message.player,
    build: message.build,
    here: hereOf(message.here),
    store: message.store,
    link: 'live',
    // What a page that was here all along has missed still falls onto its board.
    known: kept.n === 0 ? message.n : kept.known,
  }
}

const hereOf = ({ seats, spectators, claim = [0, 0] }: Here) => ({ seats, spectators, claim })

/**
 * Folds one entry. One that was seen is passed over; one that leaves a gap, or that this page is too old for, is too,
 * and so are all after it.
 */
function next(state: RoomState, entry: Entry): RoomState {
  if (entry.n !== state.n + 1) return state
  const next = fold(state, entry)
  if (!next) return state
  const folded = { ...next, n: entry.n, digest: entry.digest }
  return entry.cmd === undefined ? folded : answered(folded, entry.cmd)
}

function answered(state: RoomState, id: string): RoomState {
  const pending = state.pending.filter((p) => p.command.id !== id)
  return pending.length === state.pending.length ? state : { ...state, pending }
}

function refused(state: RoomState, { id, code, text, retry }: Refused): RoomState {
  // To be retried: the command stays, and the connection sends it again.
  if (retry) return code === 'store_away' ? { ...state, store: false } : state
  const known = state.pending.some((p) => p.command.id === id)
  // A second answer to the same command, or to one of another page, is nothing that the person waits for.
  if (!known) return state
  return { ...answered(state, id), refusal: { code, text, serial: (state.refusal?.serial ?? 0) + 1 } }
}
