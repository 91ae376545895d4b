/**
 * Folds one entry of the log into the state of a room. Returns null if this page is too old for the entry. Pure; only
 * `apply` (apply.ts) calls it.
 */
import { isTaken, type Ending, type Entry, type Player, type Seat } from '../protocol/entries'
import { charge, chargeTakeback, startTimers } from './clock'
import type { RoomState } from './state'
import { SEATS } from './view'

type EntryOf<T extends Entry['type']> = Extract<Entry, { type: T }>

export function fold(state: RoomState, entry: Entry): RoomState | null {
  switch (entry.type) {
    case 'created':
      return created(state, entry)
    case 'joined': {
      const { seat, player, name, level } = entry.data
      const { colour } = state.players[seat - 1]!
      const joined: Player = level === undefined ? { id: player, name, colour } : { level, colour }
      const next = withPlayer(state, seat, joined)
      return next.players.every(isTaken) ? begin(next, state.first, 1, entry.at) : next
    }
    case 'named': {
      const { seat, name } = entry.data
      return withPlayer(state, seat, { ...state.players[seat - 1]!, name: name || undefined })
    }
    case 'moved':
      return moved(state, entry)
    case 'takenback':
      return takenBack(state, entry)
    case 'hinted':
      return { ...state, hinted: true, helped: withSeat(state.helped, entry.data.seat, true) }
    case 'advised':
      return { ...state, advised: entry.data }
    case 'offered':
      return { ...state, offers: { ...state.offers, [entry.data.offer]: entry.data.seat }, news: null }
    case 'declined': {
      const { seat, offer } = entry.data
      const is = state.offers[offer] === seat ? 'withdrawn' : 'declined'
      return { ...state, offers: { ...state.offers, [offer]: null }, news: { is, seat, offer } }
    }
    case 'resigned':
    case 'drawn':
    case 'claimed':
    case 'flagged':
      return finish(state, entry.data.end, entry.at)
    case 'credited':
      return { ...state, turnAt: state.turnAt + entry.data.ms }
    case 'rematch': {
      const { seat, game, first, yields = false } = entry.data
      const next = {
        ...state,
        rematch: withSeat(state.rematch, seat, true),
        yields: withSeat(state.yields, seat, yields),
      }
      return first === undefined ? next : begin(SEATS.reduce(seatChallenger, next), first, game, entry.at)
    }
    case 'challenged': {
      const { player: id, name } = entry.data
      return { ...state, challengers: [...state.challengers, { id, name }] }
    }
    case 'withdrawn':
      return withoutChallenger(state, entry.data.player)
    case 'emoted': {
      const { seat, emote } = entry.data
      return { ...state, lastEmotes: withSeat(state.lastEmotes, seat, { emote, n: entry.n, at: entry.at }) }
    }
    case 'paced':
      return { ...state, pace: entry.data }
    case 'delegated': {
      const { seat, level = '' } = entry.data
      return { ...state, delegated: withSeat(state.delegated, seat, level) }
    }
    case 'levelset': {
      const { seat, level } = entry.data
      return withPlayer(state, seat, { ...state.players[seat - 1]!, level })
    }
    case 'admitted':
      return { ...state, spectators: entry.data.spectators }
    case 'seatoffered':
      return entry.by === state.me
        ? { ...state, handover: { cmd: entry.cmd, until: entry.data.until } }
        : state
    case 'seatmoved':
      return seatMoved(state, entry)
    case 'closed':
      return { ...state, phase: 'closed', closed: entry.data.reason, endAt: state.endAt || entry.at }
    default:
      // `satisfies never` does not compile if a type of EntryData has no case. Newer hubs can send other types.
      return (entry satisfies never as Entry).ignorable ? state : null
  }
}

function created(state: RoomState, { data, by, at }: EntryOf<'created'>): RoomState {
  const { variant, players, first, position = [], from } = data
  const advice = data.advice ?? [false, false]
  const onlyAIs = players.every(({ level }) => level !== undefined)
  const room: RoomState = {
    ...state,
    variant,
    players,
    first,
    moves: position,
    given: position.length,
    from,
    settled: position.length,
    owner: by ?? '',
    starter: data.starter ?? 'alternate',
    clock: data.clock ?? null,
    advice,
    helped: advice,
    open: data.open ?? false,
    pace: onlyAIs ? { ms: data.pace ?? 0, paused: false } : null,
    imported: data.imported ?? false,
    spectators: !(data.no_spectators ?? false),
    thoughts: data.thoughts ?? false,
    phase: 'waiting',
  }
  return room.imported || players.every(isTaken) ? begin(room, first, 1, at) : room
}

/** Replaces the player ID of a seat: in both seats if one player holds them. */
function seatMoved(state: RoomState, { n, data: { seat, player } }: EntryOf<'seatmoved'>): RoomState {
  const { me, owner, players } = state
  const { id } = players[seat - 1]!
  state = withoutChallenger(state, player)
  const withNewId = (holder: Player): Player => (holder.id === id ? { ...holder, id: player } : holder)
  return {
    ...state,
    players: [withNewId(players[0]), withNewId(players[1])],
    owner: owner === id ? player : owner,
    ...(player === me || id === me
      ? { seatMovedTo: player === me ? 'here' : 'elsewhere', seatMovedAt: n }
      : null),
  }
}

/** Gives a seat to the first challenger, if its player yields it. Each keeps the games won. */
function seatChallenger(state: RoomState, seat: Seat): RoomState {
  if (!state.yields[seat - 1]) return state
  const { id, name, colour } = state.players[seat - 1]!
  const [next, ...others] = state.challengers
  return {
    ...withPlayer(state, seat, { id: next!.id, name: next!.name, colour }),
    score: withSeat(state.score, seat, next!.won ?? 0),
    draws: 0,
    challengers: [...others, { id: id!, name, won: state.score[seat - 1] }],
  }
}

/** If too few challengers are left for the seats that were yielded, nobody has asked for another game there. */
function withoutChallenger(state: RoomState, player: string): RoomState {
  const { rematch, yields } = state
  const challengers = state.challengers.filter(({ id }) => id !== player)
  if (yields.filter(Boolean).length <= challengers.length) return { ...state, challengers }
  const [one, two] = yields
  return { ...state, challengers, rematch: [rematch[0] && !one, rematch[1] && !two], yields: [false, false] }
}

function moved(state: RoomState, { n, at, data }: EntryOf<'moved'>): RoomState {
  const { seat, move, ms, lag = 0, end, hurried } = data
  const moves = [...state.moves, move]
  const next: RoomState = {
    ...state,
    moves,
    settled: n <= state.knownUpTo ? moves.length : state.settled,
    timers: withSeat(state.timers, seat, charge(state, state.timers[seat - 1]!, ms, lag)),
    turnAt: at,
    // A draw offer ends when the opponent moves. A takeback offer ends with any move.
    offers: { draw: state.offers.draw === seat ? seat : null, takeback: null },
    ...NO_ADVICE,
    news: hurried ? { is: 'hurried', seat } : null,
  }
  return end ? finish(next, end, at) : next
}

function takenBack(state: RoomState, { at, data: { seat, ply } }: EntryOf<'takenback'>): RoomState {
  return {
    ...state,
    moves: state.moves.slice(0, ply),
    settled: Math.min(state.settled, ply),
    timers: chargeTakeback(state, ply, at),
    turnAt: at,
    offers: { ...state.offers, takeback: null },
    ...NO_ADVICE,
    news: { is: 'takenback', seat },
  }
}

const NO_ADVICE = { hinted: false, advised: null }

const NO_OFFERS: Pick<RoomState, 'offers' | 'hinted' | 'advised' | 'news'> = {
  offers: { draw: null, takeback: null },
  ...NO_ADVICE,
  news: null,
}

function begin(state: RoomState, first: Seat, game: number, at: number): RoomState {
  return {
    ...state,
    ...NO_OFFERS,
    phase: 'playing',
    game,
    first,
    moves: state.moves.slice(0, state.given),
    settled: state.given,
    end: null,
    started: at,
    turnAt: at,
    endAt: 0,
    timers: startTimers(state.clock),
    rematch: [false, false],
    yields: [false, false],
    delegated: ['', ''],
    helped: state.advice,
  }
}

function finish(state: RoomState, end: Ending, at: number): RoomState {
  const score =
    end.winner === 0 ? state.score : withSeat(state.score, end.winner, state.score[end.winner - 1]! + 1)
  const draws = state.draws + (end.winner === 0 ? 1 : 0)
  return { ...state, ...NO_OFFERS, phase: 'finished', end, endAt: at, score, draws }
}

function withPlayer(state: RoomState, seat: Seat, player: Player): RoomState {
  return { ...state, players: withSeat(state.players, seat, player) }
}

function withSeat<T>(pair: readonly [T, T], seat: Seat, value: T): [T, T] {
  return seat === 1 ? [value, pair[1]] : [pair[0], value]
}
