/** Rooms for tests: a log written in short, and its fold. */
import type { Entry, EntryType } from '../protocol/entries'
import { apply } from './apply'
import { unknownRoom, type RoomState } from './state'

type Data<T extends EntryType> = Extract<Entry, { type: T }>['data']

/** An entry in short; `after`: milliseconds since the one before, 1000 if left out. */
export type Short = {
  [T in EntryType]: { type: T; data: Data<T>; after?: number; by?: string; cmd?: string }
}[EntryType]

export const ANA = 'ana'
export const ZOE = 'zoe'

/** The log of a room that Ana has opened to play Zoé, unless `created` says otherwise. */
export function log(created: Partial<Data<'created'>>, ...more: Short[]): Entry[] {
  const first: Short = {
    type: 'created',
    by: ANA,
    data: {
      variant: 'connect4:7x6:4',
      players: [
        { id: ANA, name: 'Ana', colour: 'red' },
        { id: ZOE, name: 'Zoé', colour: 'yellow' },
      ],
      first: 1,
      ...created,
    },
  }
  let at = 1_763_700_000_000
  return [first, ...more].map(({ after = 1000, ...entry }, i) => {
    at += after
    return { n: i + 1, at, digest: `d${i + 1}`, ...entry } as Entry
  })
}

/** The room as the page of `me` knows it; `known`: how many of the entries were there when the page came. */
export function roomOf(entries: Entry[], me = ANA, known = entries.length): RoomState {
  return apply({ ...unknownRoom(), me, known, link: 'live' }, { t: 'entries', entries })
}
