/** The table of the pages, loaded on demand. A visit loads the shell and the page of its address. */
import type { Component } from 'svelte'
import type { PageName, Route } from './lib/addresses'
import { loadGames } from './lib/games'

/** A page's file. The properties of the page are the parameters in its path. */
interface PageFile {
  default: Component<Route['params']>
}

/** Loads all games together with a page that needs them. A room loads them only if it plays a game on a tray. */
const withGames = async <Loaded>(page: Promise<Loaded>) => (await Promise.all([page, loadGames()]))[0]

const table = {
  home: () => import('./pages/Home.svelte'),
  lobby: () => import('./pages/Lobby.svelte'),
  games: () => withGames(import('./pages/Games.svelte')),
  stats: () => withGames(import('./pages/Stats.svelte')),
  analysis: () => withGames(import('./pages/Analysis.svelte')),
  inside: () => withGames(import('./pages/Inside.svelte')),
  puzzle: () => import('./pages/Puzzle.svelte'),
  lessons: () => withGames(import('./pages/Lessons.svelte')),
  puzzles: () => withGames(import('./pages/Puzzles.svelte')),
  play: () => withGames(import('./pages/Play.svelte')),
  perfect: () => import('./pages/Perfect.svelte'),
  rules: () => withGames(import('./pages/Rules.svelte')),
  room: () => import('./pages/Room.svelte'),
  replay: () => withGames(import('./pages/Replay.svelte')),
} satisfies Record<PageName, () => Promise<unknown>>

export const pages = table as unknown as Record<PageName, () => Promise<PageFile>>

/** The pages that cannot get other parameters: then a new one is needed. */
export const FRESH: readonly Route['page'][] = ['room', 'replay']

/** Loads the page of a route. Resolves even if loading fails: drawing the page then shows the error. */
export async function loadPage({ page }: Route): Promise<void> {
  if (page !== 'unknown') await pages[page]().catch(() => {})
}
