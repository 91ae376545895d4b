/**
 * A room as the page knows it: one object, changed by one pure function, `apply` (apply.ts). It is the fold of the log's
 * entries, and beside them of what is no entry: who is connected, whether the store answers, how the connection is, and
 * the commands that the hub has not answered yet. All that is drawn derives from it (view.ts).
 */
import type { Clock, Emote, Ending, Offer, Player, Seat, Starter } from '../protocol/entries'
import type { Value } from '../protocol/analysis'
import type { Here } from '../protocol/topage'
import type { Command } from '../protocol/tohub'
import type { Final } from '../protocol/codes'

/**
 * How the connection is. `connecting` is brief and not worth a word; after a second without a connection it is `lost`.
 * The final ones are explained in protocol/codes.ts.
 */
export type Link = 'connecting' | 'live' | 'lost' | Final

/** `loading`: nothing of the log is here yet. */
export type Phase = 'loading' | 'waiting' | 'playing' | 'finished' | 'closed'

/** A command that the hub has not answered, and the position that it was given in. */
export interface Pending {
  command: Command
  game: number
  ply: number
}

/** Why the last command was not carried out. `serial` tells two equal refusals apart. */
export interface Refusal {
  code: string
  text: string
  serial: number
}

/** One player's time in the present game, in milliseconds. */
export interface Timer {
  /** of the base time; unused with other clocks */
  left: number
  /** what the network may still take out of turns without its being charged */
  quota: number
  /** in all turns that are over, those taken back included */
  used: number
}

/** What a player has said last. */
export interface Said {
  emote: Emote
  /** the entry's number and hub time */
  n: number
  at: number
}

/** What has just become of an offer, until something else happens. */
export type News =
  | { is: 'declined' | 'withdrawn'; seat: Seat; offer: Offer }
  /** `seat` has taken a move back */
  | { is: 'takenback'; seat: Seat }

export interface RoomState {
  /** the number and digest of the last entry folded; 0 and '' before the first */
  n: number
  digest: string

  /** one's own public id; '' until the first welcome */
  me: string
  /** '' until the first entry */
  variant: string
  /** by seat - 1 */
  players: [Player, Player]
  /** the public id of whoever opened the room; they may watch only */
  owner: string
  starter: Starter
  clock: Clock | null
  /** who is given the AI's suggestions, by seat - 1 */
  advice: [boolean, boolean]
  /** whether everybody can find it in the lobby */
  open: boolean
  /** how AI against AI goes on: milliseconds between two moves; null in all other rooms */
  pace: { ms: number; paused: boolean } | null
  /** played elsewhere, and read in: nothing more happens here */
  imported: boolean

  phase: Phase
  /** the number of the present game, from 1; 0 before the first */
  game: number
  /** who moves first in the present game */
  first: Seat
  /** of the present game, in the game's notation */
  moves: string[]
  /** how many of these moves were there when the page came: they lie on the board, the later ones fall */
  settled: number
  /** how the present game ended; null while it is on */
  end: Ending | null
  /** hub time, in Unix milliseconds: when the turn that is on began, and when the game ended, 0 while it is on */
  turnAt: number
  endAt: number
  /** by seat - 1 */
  timers: [Timer, Timer]
  /** who asks for what; null: nobody does */
  offers: Record<Offer, Seat | null>
  /** the AI's suggestion for the position that stands */
  advised: { seat: Seat; move: string; value?: Value } | null
  news: News | null
  /** by seat - 1 */
  said: [Said | null, Said | null]
  /** games won, by seat - 1 */
  score: [number, number]
  draws: number
  /** who asked for another game, by seat - 1 */
  rematch: [boolean, boolean]
  closed: 'unjoined' | 'abandoned' | 'operator' | null
  /** the command by which this page's person has handed their seat over last, and until when it may be taken, in hub time */
  handover: { cmd: string | undefined; until: number } | null
  /** where this page's person plays after the seat was moved: on this device or on another one; null: it was not */
  moved: 'here' | 'away' | null
  /** when that was, as the length of the log */
  movedAt: number

  here: Required<Here>
  /** whether the hub's store answers */
  store: boolean
  /** the build of the page that the hub serves; '' until the first welcome */
  build: string
  link: Link
  /** in the order in which they were given */
  pending: Pending[]
  refusal: Refusal | null
  /** the last entry of the log when the page came to know it; entries up to there are not news */
  known: number
}

/** A room of which nothing is known yet. `pending`: what an earlier page of this tab left unanswered. */
export function unknownRoom(pending: Pending[] = []): RoomState {
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
    open: false,
    pace: null,
    imported: false,
    phase: 'loading',
    game: 0,
    first: 1,
    moves: [],
    settled: 0,
    end: null,
    turnAt: 0,
    endAt: 0,
    timers: [noTime(), noTime()],
    offers: { draw: null, takeback: null },
    advised: null,
    news: null,
    said: [null, null],
    score: [0, 0],
    draws: 0,
    rematch: [false, false],
    closed: null,
    handover: null,
    moved: null,
    movedAt: 0,
    here: { seats: [false, false], spectators: 0, claim: [0, 0] },
    store: true,
    build: '',
    link: 'connecting',
    pending,
    refusal: null,
    known: 0,
  }
}

const noTime = (): Timer => ({ left: 0, quota: 0, used: 0 })
