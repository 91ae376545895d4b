/** Splits a duration into the parts that people say. Pure; the texts are in text.ts. */

export type DurationParts =
  | { unit: 'seconds'; seconds: number }
  | { unit: 'minutes'; minutes: number; seconds: number }
  | { unit: 'hours'; hours: number; minutes: number }

/** Shorter durations, in seconds, are shown with tenths. */
const TENTHS_BELOW = 10

export function durationParts(ms: number): DurationParts {
  const exact = Math.max(0, ms) / 1000
  if (exact < TENTHS_BELOW - 0.05) return { unit: 'seconds', seconds: Math.round(exact * 10) / 10 }
  const seconds = Math.round(exact)
  if (seconds < 60) return { unit: 'seconds', seconds }
  if (seconds < 3600) return { unit: 'minutes', minutes: Math.floor(seconds / 60), seconds: seconds % 60 }
  const minutes = Math.round(seconds / 60)
  return { unit: 'hours', hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
