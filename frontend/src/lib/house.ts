/** What the host of this hub calls it. The hub says it in the document: internal/hub/house. */
interface House {
  name?: string
  /** a sentence */
  text?: string
  /** an address, and the text of a link to it */
  link?: string
  label?: string
}

// Unit tests have no document.
const told = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=quatre-house]')
export const house = JSON.parse(told?.content ?? '{}') as House

/** The name of the site. */
export const SITE = house.name ?? 'Quatre'
