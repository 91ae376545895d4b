/** The table of the pages, loaded on demand. A visit loads the shell and the page of its address. */
import type { Component } from 'svelte'
import type { PageName, Route } from './lib/addresses'
import { loadGames, type Family } from './lib/games'

interface Page {
  load: () => Promise<Component<object>>
  props: (params: Route['params']) => object
  /** Whether other parameters need a new page. If not, the page that is shown gets them. */
  fresh: boolean
}

function page<Props extends object>(
  load: () => Promise<Component<Props>>,
  props: (params: Record<string, string>) => Props,
  fresh = false,
): Page {
  return { load: load as Page['load'], props, fresh }
}

const plain = (load: () => Promise<Component<Record<string, never>>>): Page => page(load, () => ({}))

/** Loads all games together with a page that needs them. A room loads them only if it plays a game on a tray. */
const withGames = async <Loaded>(page: Promise<Loaded>) => (await Promise.all([page, loadGames()]))[0]

export const pages: Record<PageName, Page> = {
  home: plain(() => import('./pages/Home.svelte').then((page) => page.default)),
  lobby: plain(() => import('./pages/Lobby.svelte').then((page) => page.default)),
  games: plain(() => withGames(import('./pages/Games.svelte').then((page) => page.default))),
  stats: plain(() => withGames(import('./pages/Stats.svelte').then((page) => page.default))),
  analysis: plain(() => withGames(import('./pages/Analysis.svelte').then((page) => page.default))),
  inside: plain(() => withGames(import('./pages/Inside.svelte').then((page) => page.default))),
  puzzle: plain(() => import('./pages/Puzzle.svelte').then((page) => page.default)),
  rules: page(
    () => withGames(import('./pages/Rules.svelte').then((page) => page.default)),
    ({ family }) => ({ family: family as Family }),
  ),
  room: page(
    () => import('./pages/Room.svelte').then((page) => page.default),
    ({ room }) => ({ id: room! }),
    true,
  ),
  replay: page(
    () => withGames(import('./pages/Replay.svelte').then((page) => page.default)),
    ({ room, game }) => ({ room: room!, number: Number(game) }),
    true,
  ),
}

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page].load().catch(() => {})
}
