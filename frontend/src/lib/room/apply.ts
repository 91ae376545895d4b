/**
 * The one function that changes a room's state. It is pure: it never writes to the state that it is given, and equal
 * arguments give equal results.
 */
import type { Entry } from '../protocol/entries'
import type { Refused, ToPage, Welcome } from '../protocol/messages'
import type { Command } from '../protocol/commands'
import { fold } from './fold'
import { restore } from './snapshot'
import { emptyRoom, type Link, type Refusal, type RoomState } from './state'
import { awaitsAdvice } from './view'

/** What can change a room's state: the frames of the hub, and what the page does itself. */
export type RoomMessage =
  | ToPage
  /** the person gave a command; it stays pending until the hub answers */
  | { t: 'command-given'; command: Command }
  /** the page gives up on a pending command */
  | { t: 'command-dropped'; id: string }
  /** the connection changed */
  | { t: 'link'; link: Link }
  /** this device advises a move in the position after `ply` moves, before the hub does */
  | { t: 'advised-early'; game: number; ply: number; move: string }
  /** the page itself refuses something; null: the person has read the refusal */
  | { t: 'refusal'; refusal: Refusal | null }
  /** the page's copy of the log differs from the hub's: forget it and read the log from entry 1 */
  | { t: 'resync' }

export function apply(state: RoomState, message: RoomMessage): RoomState {
  switch (message.t) {
    case 'welcome':
      return applyWelcome(state, message)
    case 'entries':
      return message.entries.reduce(applyEntry, state)
    case 'ok':
      return { ...withoutPending(state, message.id), store: true }
    case 'refused':
      return applyRefusal(state, message)
    case 'here':
      return { ...state, presence: message }
    case 'store':
      return { ...state, store: message.up }
    case 'pong':
      return state
    case 'command-given':
      return {
        ...state,
        refusal: null,
        pending: [...state.pending, { command: message.command, game: state.game, ply: state.moves.length }],
      }
    case 'command-dropped':
      return withoutPending(state, message.id)
    case 'link':
      return { ...state, link: message.link }
    case 'advised-early':
      return applyEarlyAdvice(state, message)
    case 'refusal':
      return { ...state, refusal: message.refusal }
    case 'resync':
      return resetLog(state)
  }
}

function applyEarlyAdvice(
  state: RoomState,
  { game, ply, move }: Extract<RoomMessage, { t: 'advised-early' }>,
): RoomState {
  const seat = awaitsAdvice(state)
  if (seat === null || game !== state.game || ply !== state.moves.length) return state
  return { ...state, advised: { seat, move, preliminary: true } }
}

/** Forgets everything that was folded from the log, and keeps the rest. */
function resetLog(state: RoomState): RoomState {
  const { me, presence, store, build, link, pending, refusal } = state
  return { ...emptyRoom(pending), me, presence, store, build, link, refusal }
}

function applyWelcome(state: RoomState, message: Welcome): RoomState {
  const kept = logAfter(state, message)
  return {
    ...kept,
    me: message.player,
    build: message.build,
    presence: message.here,
    store: message.store,
    link: 'live',
    // The moves that were missed while disconnected count as new: their discs still fall onto the board.
    knownUpTo: kept.n === 0 ? message.n : kept.knownUpTo,
  }
}

/** The room before the entries that follow the welcome. */
function logAfter(state: RoomState, { from, snapshot }: Welcome): RoomState {
  if (snapshot?.n === from)
    return snapshot.digest === state.digest ? state : restore(resetLog(state), snapshot)
  return from === state.n ? state : resetLog(state)
}

/**
 * Folds one entry. Skips an entry that was folded before, an entry that this page is too old for, and every entry after
 * such an entry or after a gap.
 */
function applyEntry(state: RoomState, entry: Entry): RoomState {
  if (entry.n !== state.n + 1) return state
  const next = fold(state, entry)
  if (!next) return state
  const folded = { ...next, n: entry.n, digest: entry.digest }
  return entry.cmd === undefined ? folded : withoutPending(folded, entry.cmd)
}

function withoutPending(state: RoomState, id: string): RoomState {
  const pending = state.pending.filter((p) => p.command.id !== id)
  return pending.length === state.pending.length ? state : { ...state, pending }
}

function applyRefusal(state: RoomState, { id, code, text, retry }: Refused): RoomState {
  // The command stays pending; the connection sends it again.
  if (retry) return code === 'store_away' ? { ...state, store: false } : state
  const isPending = state.pending.some((p) => p.command.id === id)
  // A second answer to a command, or an answer to another page's command, is not shown.
  if (!isPending) return state
  return { ...withoutPending(state, id), refusal: { code, text } }
}
