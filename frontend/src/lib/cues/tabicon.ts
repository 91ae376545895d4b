/** The tab's own sign that it is one's turn: another icon, with a dot. The title is the page's. */

const CALM = '/favicon.svg'
const TURN = '/favicon-turn.svg'

export function markTab(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  const href = turn ? TURN : CALM
  if (link && link.getAttribute('href') !== href) link.href = href
}
