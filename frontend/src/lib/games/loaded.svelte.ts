/** Loads the games on a tray. Reactive: what was drawn without them is drawn again when they are there. */

type Trays = typeof import('./trays')

let trays = $state.raw<Trays | null>(null)

/** The games on a tray; null until loadGames has loaded them. */
export const loadedTrays = (): Trays | null => trays

/** Loads all games. Rejects if the network is down, or if the hub has a newer build. */
export async function loadGames(): Promise<void> {
  // Templates call this function, and must not read or write state before it waits.
  const loaded = await import('./trays')
  trays = loaded
}
