/** The scores of a search as text. A win with the n-th ply from the root is WIN - n, a loss n - WIN. */
const WIN = 1_000_000
/** A score beyond this is a certain win or loss. */
const MOST_ESTIMATE = WIN - 256

/** A score as it is drawn: `+12`, `−3`, `0`; `#3` for a win with the third ply, `−#4` for a loss with the fourth, `∞`. */
export function scoreText(score: number): string {
  const sign = score < 0 ? '−' : ''
  const size = Math.abs(score)
  if (size === Infinity) return sign + '∞'
  if (size > MOST_ESTIMATE) return `${sign}#${WIN - size}`
  return (score > 0 ? '+' : sign) + size
}
