/**
 * The pages, loaded on demand. A visit loads the shell and the page of its address.
 */
import type { Route } from './lib/router.svelte'

export const pages = {
  home: () => import('./pages/Home.svelte').then((page) => page.default),
  room: () => import('./pages/Room.svelte').then((page) => page.default),
  lobby: () => import('./pages/Lobby.svelte').then((page) => page.default),
  games: () => import('./pages/Games.svelte').then((page) => page.default),
  stats: () => import('./pages/Stats.svelte').then((page) => page.default),
  analysis: () => import('./pages/Analysis.svelte').then((page) => page.default),
  rules: () => import('./pages/Rules.svelte').then((page) => page.default),
  replay: () => import('./pages/Replay.svelte').then((page) => page.default),
}

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page]().catch(() => {})
}
