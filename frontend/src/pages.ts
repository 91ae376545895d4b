/**
 * The pages, loaded on demand. A visit loads the shell and the page of its address.
 */
import { loadGames } from './lib/games'
import type { Route } from './lib/router.svelte'

/** Loads all games together with a page that needs them. A room loads them only if it plays a game on a tray. */
const withGames = async <Page>(page: Promise<{ default: Page }>): Promise<Page> =>
  (await Promise.all([page, loadGames()]))[0].default

export const pages = {
  home: () => import('./pages/Home.svelte').then((page) => page.default),
  room: () => import('./pages/Room.svelte').then((page) => page.default),
  lobby: () => import('./pages/Lobby.svelte').then((page) => page.default),
  games: () => withGames(import('./pages/Games.svelte')),
  stats: () => withGames(import('./pages/Stats.svelte')),
  analysis: () => withGames(import('./pages/Analysis.svelte')),
  inside: () => withGames(import('./pages/Inside.svelte')),
  rules: () => withGames(import('./pages/Rules.svelte')),
  replay: () => withGames(import('./pages/Replay.svelte')),
}

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page]().catch(() => {})
}
