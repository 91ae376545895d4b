/** What an address asks for and its page does not show. */
import type { Params } from '../addresses'

/** Parameters that networks and mail programs add to links. */
const ADDED = /^(utm_|_|mc_|igsh)|clid$/
/** Moves are the same with or without separators. */
const plain = (value: string) => value.replace(/[\s,.]/g, '').toLowerCase()

/** Returns it as text; '' if the page shows everything. */
export function unknownIn(asked: URLSearchParams, shown: Params): string {
  const known = new Map(Object.entries(shown))
  const unknown = ([name, value]: [string, string]) =>
    plain(value) !== '' && plain(value) !== plain(known.get(name) ?? '') && !ADDED.test(name)
  return [...asked]
    .filter(unknown)
    .map((pair) => pair.join('=').slice(0, 60))
    .join(', ')
}
