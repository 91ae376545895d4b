/** Which game the start page shows live. Pure. */
import type { LobbyItem } from '../protocol/rest'

const people = ({ players }: LobbyItem) => players.filter(({ level }) => level === undefined).length

/**
 * The game to show: one whose variant this page can draw, and that the person does not play. Games with more people come
 * first, then games with more spectators, then the latest. Null: there is none.
 */
export function pickLive(
  playing: readonly LobbyItem[],
  mine: ReadonlySet<string>,
  drawable: (variant: string) => boolean,
): LobbyItem | null {
  const candidates = playing.filter(({ room, variant }) => !mine.has(room) && drawable(variant))
  const [best] = candidates.sort(
    (a, b) => people(b) - people(a) || (b.spectators ?? 0) - (a.spectators ?? 0) || b.since - a.since,
  )
  return best ?? null
}
