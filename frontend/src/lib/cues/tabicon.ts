/** The icon of the tab: it has a dot when it is the player's turn. */

const ICON = '/favicon.svg'
const TURN_ICON = '/favicon-turn.svg'

export function setTabIcon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/svg+xml"]')
  const href = turn ? TURN_ICON : ICON
  if (link && link.getAttribute('href') !== href) link.href = href
}
