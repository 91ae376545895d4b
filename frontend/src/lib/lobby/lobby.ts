/**
 * The lobby as it is shown: rooms do not move while somebody is about to tap one.
 *
 * - A room keeps its place; new rooms come at the end.
 * - A room that is gone stays in its place, marked, for at least GONE_FOR and while the list is frozen.
 */
import type { Lobby, LobbyItem } from '../protocol/rest'

/** How long a room that is gone stays in the list, in milliseconds. */
export const GONE_FOR = 4000

export interface ShownRoom {
  item: LobbyItem
  /** since when the room is gone, in milliseconds of the page's clock; null: it is not gone */
  goneSince: number | null
}

/** The list after the hub has sent `items`. */
export function merge(shown: readonly ShownRoom[], items: readonly LobbyItem[], now: number): ShownRoom[] {
  const listed = new Map(items.map((item) => [item.room, item]))
  const kept = shown.map(({ item, goneSince }): ShownRoom => {
    const next = listed.get(item.room)
    listed.delete(item.room)
    return next ? { item: next, goneSince: null } : { item, goneSince: goneSince ?? now }
  })
  return [...kept, ...[...listed.values()].map((item) => ({ item, goneSince: null }))]
}

/** The list without the rooms that have been gone for long enough. */
export function sweep(shown: readonly ShownRoom[], now: number, frozen: boolean): readonly ShownRoom[] {
  if (frozen || !shown.some((one) => isDueForRemoval(one, now))) return shown
  return shown.filter((one) => !isDueForRemoval(one, now))
}

const isDueForRemoval = ({ goneSince }: ShownRoom, now: number) =>
  goneSince !== null && now >= goneSince + GONE_FOR

/** The two lists: rooms to join, and games to watch. */
export type Tab = 'waiting' | 'playing'

/** The list to show first: the rooms to join, unless there are only games to watch. */
export const firstTab = ({ waiting, playing }: Pick<Lobby, Tab>): Tab =>
  waiting.length === 0 && playing.length > 0 ? 'playing' : 'waiting'

/** How many rooms are not gone. */
export const countPresent = (shown: readonly ShownRoom[]): number =>
  shown.filter(({ goneSince }) => goneSince === null).length
