/** The link that moves a seat to another device. */

const TOKEN_BYTES = 24

/** Returns a new random token: 32 characters of base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}

/**
 * The path of the link. The token is in the fragment, after the `#`, which browsers do not send to any server.
 */
export const seatPath = (room: string, token: string): string => `/r/${room}#seat=${token}`

/** The minutes left, rounded up; 0: the link has expired. Times in Unix milliseconds. */
export const minutesLeft = (until: number, now: number): number =>
  Math.max(0, Math.ceil((until - now) / 60_000))
