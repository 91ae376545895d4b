/** The table of the pages, loaded on demand. A visit loads the shell and the page of its address. */
import type { Component } from 'svelte'
import type { PageName, Route } from './lib/addresses'
import { loadGames } from './lib/games'

interface Page {
  load: () => Promise<Component<object>>
  props: (params: Route['params']) => object
  /** Whether other parameters need a new page. If not, the page that is shown gets them. */
  fresh: boolean
}

/** A page's file. */
interface PageFile<Props extends object> {
  default: Component<Props>
}

function page<Props extends object>(
  load: () => Promise<PageFile<Props>>,
  props: (params: Record<string, string>) => Props,
  fresh = false,
): Page {
  return { load: () => load().then((file) => file.default as Component<object>), props, fresh }
}

/** A page whose properties are the parameters in its path. */
const plain = <Props extends object>(load: () => Promise<PageFile<Props>>): Page =>
  page(load, (params) => params as Props)

/** Loads all games together with a page that needs them. A room loads them only if it plays a game on a tray. */
const withGames = async <Loaded>(page: Promise<Loaded>) => (await Promise.all([page, loadGames()]))[0]

export const pages: Record<PageName, Page> = {
  home: plain(() => import('./pages/Home.svelte')),
  lobby: plain(() => import('./pages/Lobby.svelte')),
  games: plain(() => withGames(import('./pages/Games.svelte'))),
  stats: plain(() => withGames(import('./pages/Stats.svelte'))),
  analysis: plain(() => withGames(import('./pages/Analysis.svelte'))),
  inside: plain(() => withGames(import('./pages/Inside.svelte'))),
  puzzle: plain(() => import('./pages/Puzzle.svelte')),
  play: plain(() => withGames(import('./pages/Play.svelte'))),
  rules: plain(() => withGames(import('./pages/Rules.svelte'))),
  room: page(
    () => import('./pages/Room.svelte'),
    ({ room }) => ({ id: room! }),
    true,
  ),
  replay: page(
    () => withGames(import('./pages/Replay.svelte')),
    ({ room, game }) => ({ room: room!, number: Number(game) }),
    true,
  ),
}

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page].load().catch(() => {})
}
