/** Logs and rooms for tests. */
import type { Entry, EntryType } from '../protocol/entries'
import { apply } from './apply'
import { emptyRoom, type RoomState } from './state'

type Data<T extends EntryType> = Extract<Entry, { type: T }>['data']

/** An entry without its number, time and digest. `after`: milliseconds since the previous one, default 1000. */
export type DraftEntry = {
  [T in EntryType]: { type: T; data: Data<T>; after?: number; by?: string; cmd?: string }
}[EntryType]

export const ANA = 'ana'
export const ZOE = 'zoe'

/** The log of a room in which Ana plays Zoé, unless `created` says otherwise. */
export function log(created: Partial<Data<'created'>>, ...more: DraftEntry[]): Entry[] {
  const first: DraftEntry = {
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

/** The room as the page of `me` knows it. `knownUpTo`: how many of the entries existed when the page loaded. */
export function roomOf(entries: Entry[], me = ANA, knownUpTo = entries.length): RoomState {
  return apply({ ...emptyRoom(), me, knownUpTo, link: 'live' }, { t: 'entries', entries })
}
