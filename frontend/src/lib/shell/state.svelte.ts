import type { Params } from '../addresses'

/** What all parts of the page know of the page as a whole. */
export const shell = $state({
  /** the build of the page that the hub serves; '' until it is known */
  build: '',
  /** whether this is another build than the page's */
  newer: false,
  /** whether the hub does not answer */
  away: false,
  /** what the address asked for when the page read it, and what the page shows; null: the page has not said it */
  address: null as { asked: URLSearchParams; shown: Params } | null,
  /** whether somebody here plays a game, which a reload would interrupt */
  playing: false,
  /** whether a part of the page could not be loaded */
  incomplete: false,
  /** how often a page that was opened while the hub was away has been opened again */
  reopened: 0,
})
