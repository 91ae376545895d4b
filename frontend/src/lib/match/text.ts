/** The texts of what this device works on, in the person's language. */
import { timeText } from '../setup/clocktext'

/** A time that is left: in whole seconds, from two minutes on in whole minutes. */
export function roundTime(ms: number): string {
  const unit = ms < 120_000 ? 1000 : 60_000
  return timeText(Math.max(1, Math.ceil(ms / unit)) * unit)
}
