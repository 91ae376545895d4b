/**
 * A room as the page knows it: one object, changed by one pure function, `apply` (apply.ts). It is the fold of the log's
 * entries, and beside them of what is no entry: who is connected, whether the store answers, how the connection is, and
 * the commands that the hub has not answered yet. All that is drawn derives from it (view.ts).
 */
import type { Ending, Player, Seat } from '../protocol/entries'
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
  /** games won, by seat - 1 */
  score: [number, number]
  draws: number
  /** who asked for another game, by seat - 1 */
  rematch: [boolean, boolean]
  closed: 'unjoined' | 'abandoned' | null

  here: Here
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
    phase: 'loading',
    game: 0,
    first: 1,
    moves: [],
    settled: 0,
    end: null,
    score: [0, 0],
    draws: 0,
    rematch: [false, false],
    closed: null,
    here: { seats: [false, false], spectators: 0 },
    store: true,
    build: '',
    link: 'connecting',
    pending,
    refusal: null,
    known: 0,
  }
}
