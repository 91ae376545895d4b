/** The link that moves a seat to another device: made where one plays, opened once where one goes on. */

/** What must not be guessed, in bytes. */
const TOKEN_BYTES = 24

/** A new secret for a seat: 32 characters of base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/**
 * The path of the link. The token stands after the `#`: browsers send that to no server, so no log has it, and name it to
 * no other site.
 */
export const seatPath = (room: string, token: string): string => `/r/${room}#seat=${token}`

/** The minutes that are left, begun ones counted; 0: none, it has expired. Times in Unix milliseconds. */
export const minutesLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 60_000))
