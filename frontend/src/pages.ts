/**
 * The pages, loaded on demand. A visit loads the shell and the page of its address.
 */
import type { Route } from './lib/router.svelte'

const more = () => import('./pages/more')

export const pages = {
  home: () => import('./pages/Home.svelte').then((page) => page.default),
  room: () => import('./pages/Room.svelte').then((page) => page.default),
  lobby: () => import('./pages/Lobby.svelte').then((page) => page.default),
  games: () => import('./pages/Games.svelte').then((page) => page.default),
  stats: () => more().then((part) => part.stats()),
  analysis: () => more().then((part) => part.analysis()),
  inside: () => more().then((part) => part.inside()),
  rules: () => more().then((part) => part.rules()),
  replay: () => more().then((part) => part.replay()),
}

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page]().catch(() => {})
}
