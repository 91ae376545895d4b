/**
 * A room as the page knows it: one object, changed only by the pure function `apply` (apply.ts). Most of it is the fold
 * of the log's entries. The rest is not in the log: presence, whether the store answers, the state of the connection, and
 * the commands that the hub has not answered yet. Everything that the page draws derives from it (view.ts).
 */
import type { Emote, Offer, Seat } from '../protocol/entries'
import type { Presence, Refused, Snapshot, Timer } from '../protocol/messages'
import type { Command } from '../protocol/commands'
import type { FinalReason } from '../protocol/codes'

/**
 * The state of the connection. The page does not show the state `connecting`. After a second without a connection the
 * state is `lost`. A FinalReason (protocol/codes.ts) says that the page does not reconnect.
 */
export type Link = 'connecting' | 'live' | 'lost' | FinalReason

/** Why the page does not reconnect; null: it is connected, or tries to be. */
export const linkEnd = ({ link }: RoomState): FinalReason | null =>
  link === 'connecting' || link === 'live' || link === 'lost' ? null : link

/** `loading`: no entry has arrived yet. */
export type Phase = 'loading' | 'waiting' | 'playing' | 'finished' | 'closed'

/** A command that the hub has not answered, and the position in which it was given. */
export interface Pending {
  command: Command
  game: number
  ply: number
}

/** Why the last command was not carried out. */
export type Refusal = Pick<Refused, 'code' | 'text'>

/** The last emote of a player. */
export interface LastEmote {
  emote: Emote
  /** the entry's number and hub time */
  n: number
  at: number
}

/** What just happened to an offer or a move. It is shown until something else happens. */
export type News =
  | { is: 'declined' | 'withdrawn'; seat: Seat; offer: Offer }
  /** `seat` has taken a move back */
  | { is: 'takenback'; seat: Seat }
  /** the AI of `seat` had less time for its move than usual */
  | { is: 'hurried'; seat: Seat }

/** What a snapshot says too, under the same names, and the rest. */
export interface RoomState extends Omit<
  Snapshot,
  'phase' | 'reason' | 'turn' | 'turn_at' | 'end_at' | 'offer' | 'advised'
> {
  /** this page's player ID; '' until the first welcome */
  me: string
  phase: Phase
  /** how many moves of the game the page found when it loaded: their discs lie on the board, later discs fall */
  settled: number
  /** hub time, in Unix milliseconds: when the current turn began; when the game ended, 0 while it is played */
  turnAt: number
  endAt: number
  /** which seat has made each offer; null: neither */
  offers: Record<Offer, Seat | null>
  /** the AI's advice for the current position; `preliminary`: this device's own, until the hub's is in the log */
  advised: (NonNullable<Snapshot['advised']> & { preliminary?: true }) | null
  news: News | null
  /** by seat - 1 */
  lastEmotes: [LastEmote | null, LastEmote | null]
  closed: Snapshot['reason'] | null
  /** the last handover of this page's player: the ID of the command, and until when the seat may be taken, in hub time */
  handover: { cmd: string | undefined; until: number } | null
  /** whether the seat moved to this device or to another one; null: it did not move */
  seatMovedTo: 'here' | 'elsewhere' | null
  /** the number of the entry that moved the seat */
  seatMovedAt: number

  presence: Presence
  /** whether the hub's store answers */
  store: boolean
  /** the build of the page that the hub serves; '' until the first welcome */
  build: string
  link: Link
  /** in the order in which they were given */
  pending: Pending[]
  refusal: Refusal | null
  /** the last entry of the log when the page first read it; entries up to it are not new */
  knownUpTo: number
}

/** A room before its first entry. `pending`: commands that the tab kept over a reload. */
export function emptyRoom(pending: Pending[] = []): RoomState {
  return {
    n: 0,
    digest: '',
    me: '',
    variant: '',
    players: [{ colour: 'red' }, { colour: 'yellow' }],
    owner: '',
    starter: 'alternate',
    clock: null,
    advice: [false, false],
    delegated: ['', ''],
    open: false,
    pace: null,
    imported: false,
    spectators: true,
    thoughts: false,
    phase: 'loading',
    game: 0,
    first: 1,
    moves: [],
    given: 0,
    settled: 0,
    end: null,
    started: 0,
    turnAt: 0,
    endAt: 0,
    timers: [zeroTimer(), zeroTimer()],
    offers: { draw: null, takeback: null },
    hinted: false,
    advised: null,
    helped: [false, false],
    news: null,
    lastEmotes: [null, null],
    score: [0, 0],
    draws: 0,
    rematch: [false, false],
    yields: [false, false],
    challengers: [],
    closed: null,
    handover: null,
    seatMovedTo: null,
    seatMovedAt: 0,
    presence: { seats: [false, false], spectators: 0, invited: 0, claim: [0, 0] },
    store: true,
    build: '',
    link: 'connecting',
    pending,
    refusal: null,
    knownUpTo: 0,
  }
}

const zeroTimer = (): Timer => ({ left: 0, quota: 0, used: 0 })
