/**
 * The lobby as it is shown: a list that changes without moving under anybody's finger.
 *
 * It promises: what is shown keeps its place; what is new comes at the end; what is gone stays in its place, marked,
 * until it has been gone for GONE_STAYS and nobody's hand is on the list (`held`).
 */
import type { Lobby, LobbyItem } from '../protocol/rest'

/** How long an item that is gone stays at least, in milliseconds. */
export const GONE_STAYS = 4000

export interface Shown {
  item: LobbyItem
  /** since when it is gone, in milliseconds of the page's clock; null: it is there */
  gone: number | null
}

/** What is shown once the hub says `items`. */
export function merge(shown: readonly Shown[], items: readonly LobbyItem[], now: number): Shown[] {
  const there = new Map(items.map((item) => [item.room, item]))
  const kept = shown.map(({ item, gone }): Shown => {
    const next = there.get(item.room)
    there.delete(item.room)
    return next ? { item: next, gone: null } : { item, gone: gone ?? now }
  })
  return [...kept, ...[...there.values()].map((item) => ({ item, gone: null }))]
}

/** What is left once those that have been gone long enough are taken away. */
export function sweep(shown: readonly Shown[], now: number, held: boolean): readonly Shown[] {
  if (held || !shown.some((one) => isDue(one, now))) return shown
  return shown.filter((one) => !isDue(one, now))
}

const isDue = ({ gone }: Shown, now: number) => gone !== null && now >= gone + GONE_STAYS

/** How many are there. */
export const count = (shown: readonly Shown[]): number => shown.filter(({ gone }) => gone === null).length

const object = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null
const pair = (v: unknown, is: (v: unknown) => boolean) => Array.isArray(v) && v.length === 2 && v.every(is)

function isItem(value: unknown): value is LobbyItem {
  return (
    object(value) &&
    typeof value.room === 'string' &&
    /^[a-z0-9-]{1,64}$/.test(value.room) &&
    typeof value.variant === 'string' &&
    typeof value.since === 'number' &&
    pair(value.players, object)
  )
}

/** Reads what the hub sends; items that this page cannot read drop out. Null: it was nothing of the kind. */
export function readLobby(data: unknown): Lobby | null {
  if (typeof data !== 'string') return null
  try {
    const read: unknown = JSON.parse(data)
    if (!object(read)) return null
    const list = (value: unknown) => (Array.isArray(value) ? value.filter(isItem) : [])
    return { waiting: list(read.waiting), playing: list(read.playing) }
  } catch {
    return null
  }
}
