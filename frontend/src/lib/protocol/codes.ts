/** The close codes of the websocket, and what the page does about each. */

/** Said by the page when the person leaves: the hub does not wait long for a return. */
export const CLOSE_LEAVING = 1000
export const CLOSE_TOO_BIG = 1009
/** Said by the hub, and by the page to itself at an entry that it must understand and does not. */
export const CLOSE_OUTDATED = 4009

/** The close codes after which the page does not come back by itself, and why. */
export const FINAL = {
  4001: 'replaced',
  4003: 'broken',
  4004: 'gone',
  4008: 'many',
  4009: 'old',
} as const

export type Final = (typeof FINAL)[keyof typeof FINAL]

/** What a close code means for coming back: null is yes. */
export function finalReason(code: number): Final | null {
  return Object.hasOwn(FINAL, code) ? FINAL[code as keyof typeof FINAL] : null
}
