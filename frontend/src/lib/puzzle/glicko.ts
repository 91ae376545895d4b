/** Ratings by Glicko-2: Mark E. Glickman, "Example of the Glicko-2 system", 2013. The numbers of its steps are below. */

export interface Rating {
  rating: number
  /** how uncertain the rating is: the standard deviation, in points */
  deviation: number
  /** how much the rating is expected to change */
  volatility: number
}

export interface Game {
  against: Pick<Rating, 'rating' | 'deviation'>
  /** 1: won; 0: lost */
  score: number
}

/** Step 1: how quickly the volatility changes. Glickman recommends 0.3 to 1.2. */
const TAU = 0.5
const EPSILON = 1e-6
/** Step 2: the scale of Glicko-2. */
const SCALE = 173.7178
const CENTRE = 1500

/** The rating after the games of one period. */
export function rated({ rating, deviation, volatility }: Rating, games: readonly Game[]): Rating {
  const mu = (rating - CENTRE) / SCALE
  const phi = deviation / SCALE
  // Steps 3 and 4: the variance, and the improvement.
  let information = 0
  let surprise = 0
  for (const { against, score } of games) {
    const g = 1 / Math.sqrt(1 + (3 * (against.deviation / SCALE) ** 2) / Math.PI ** 2)
    const expected = 1 / (1 + Math.exp(-g * (mu - (against.rating - CENTRE) / SCALE)))
    information += g * g * expected * (1 - expected)
    surprise += g * (score - expected)
  }
  const v = 1 / information
  const sigma = newVolatility(volatility, phi, v, v * surprise)
  // Steps 6 to 8
  const after = 1 / Math.sqrt(1 / (phi * phi + sigma * sigma) + information)
  return {
    rating: SCALE * (mu + after * after * surprise) + CENTRE,
    deviation: SCALE * after,
    volatility: sigma,
  }
}

/** Step 5: the Illinois algorithm, a variant of regula falsi. */
function newVolatility(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma)
  const spread = phi * phi + v
  const f = (x: number) => {
    const e = Math.exp(x)
    return (e * (delta * delta - spread - e)) / (2 * (spread + e) ** 2) - (x - a) / TAU ** 2
  }
  let [low, high] = [a, a - TAU]
  if (delta * delta > spread) high = Math.log(delta * delta - spread)
  else while (f(high) < 0) high -= TAU
  let [atLow, atHigh] = [f(low), f(high)]
  while (Math.abs(high - low) > EPSILON) {
    const x = low + ((low - high) * atLow) / (atHigh - atLow)
    const atX = f(x)
    if (atX * atHigh <= 0) [low, atLow] = [high, atHigh]
    else atLow /= 2
    ;[high, atHigh] = [x, atX]
  }
  return Math.exp(low / 2)
}
