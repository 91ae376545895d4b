/** The close codes of the websocket. */

/** The page sends this code when the person leaves (a goodbye): the opponent can claim the game sooner. */
export const CLOSE_LEAVING = 1000
/** The browser reports this code when the connection was lost. The page also uses it to reconnect. */
export const CLOSE_LOST = 1006
/** The seat was opened elsewhere. */
export const CLOSE_REPLACED = 4001
/** There is no such room. */
export const CLOSE_GONE = 4004
export const CLOSE_TOO_BIG = 1009
/** The hub sends this code to an outdated page. The page also uses it for an entry that it cannot read or skip. */
export const CLOSE_OUTDATED = 4009

/** The close codes after which the page does not reconnect, each with the reason. */
const FINAL_CLOSE_CODES = {
  4001: 'replaced',
  4003: 'protocol-error',
  4004: 'gone',
  4008: 'too-many',
  4009: 'outdated',
  4010: 'no-spectators',
} as const

export type FinalReason = (typeof FINAL_CLOSE_CODES)[keyof typeof FINAL_CLOSE_CODES]

/** Why the page does not reconnect after this close code; null: it does reconnect. */
export const finalReason = (code: number): FinalReason | null =>
  (FINAL_CLOSE_CODES as Partial<Record<number, FinalReason>>)[code] ?? null
