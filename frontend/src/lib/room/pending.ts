/**
 * Stores pending commands per tab and room, so that they survive a reload. If storage is full or forbidden, a reload
 * loses them, and everything else still works.
 */
import { readJson, writeJson } from '../storage'
import type { Pending } from './state'

const key = (room: string) => `quatre.pending.${room}`

export function loadPending(room: string): Pending[] {
  const stored = readJson(key(room), 'sessionStorage')
  return Array.isArray(stored) ? stored.filter(isPending) : []
}

export const savePending = (room: string, pending: readonly Pending[]): void =>
  void writeJson(key(room), pending.length === 0 ? null : pending, 'sessionStorage')

function isPending(value: unknown): value is Pending {
  const command = (value as Pending | null)?.command
  return typeof command?.id === 'string' && typeof command.t === 'string' && typeof command.n === 'number'
}
