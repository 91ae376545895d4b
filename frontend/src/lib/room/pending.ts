/**
 * Stores pending commands per tab and room, so that they survive a reload. If storage is full or forbidden, a reload
 * loses them, and everything else still works.
 */
import type { Pending } from './state'

const key = (room: string) => `quatre.pending.${room}`

export function loadPending(storage: Storage | null, room: string): Pending[] {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(key(room)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPending) : []
  } catch {
    return []
  }
}

export function savePending(storage: Storage | null, room: string, pending: readonly Pending[]): void {
  try {
    if (pending.length === 0) storage?.removeItem(key(room))
    else storage?.setItem(key(room), JSON.stringify(pending))
  } catch {
    // Without storage the commands do not survive a reload.
  }
}

function isPending(value: unknown): value is Pending {
  const command = (value as Pending | null)?.command
  return typeof command?.id === 'string' && typeof command.t === 'string' && typeof command.n === 'number'
}
