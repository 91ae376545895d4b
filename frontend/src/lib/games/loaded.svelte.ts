/** Loads the games on a tray. Reactive: the page draws the boards again when the games are loaded. */

export type Trays = typeof import('./trays')

let trays = $state.raw<Trays | null>(null)

/** The games on a tray; null until loadGames has loaded them. */
export const loadedTrays = (): Trays | null => trays

/** Loads all games. Rejects if the network is down, or if the hub has a newer build. */
export async function loadGames(): Promise<void> {
  // Templates call this function, so it must not read or write state before the await.
  const loaded = await import('./trays')
  trays = loaded
}
