/** The texts of a failed attempt to open a room, in the person's language. */
import { m } from '../paraglide/messages'

/** By the code of the refusal. */
export const REFUSALS: Record<string, () => string> = {
  unknown_variant: m.create_unknown_variant,
  unknown_level: m.create_unknown_level,
  bad_custom_level: m.refused_bad_custom_level,
  bad_colour: m.create_bad_colour,
  bad_clock: m.create_bad_clock,
  bad_advice: m.create_bad_advice,
  bad_starter: m.create_bad_starter,
  bad_pace: m.create_bad_pace,
  bad_name: m.refused_bad_name,
  reserved_name: m.refused_reserved_name,
  bad_request: m.create_bad_request,
  bad_command: m.create_bad_request,
  cross_origin: m.create_cross_origin,
  no_cookie: m.refused_no_cookie,
  busy: m.create_busy,
  too_fast: m.refused_too_fast,
  budget_spent: m.refused_budget_spent,
  store_full: m.refused_store_full,
  hub_full: m.create_hub_full,
  body_too_large: m.create_bad_request,
}

/** The text that says why a room was not opened. An unknown code gives the hub's English text. */
export function createErrorText(failure: unknown): string {
  const { code = '', message = '' } = (failure ?? {}) as { code?: string; message?: string }
  if (code === 'unreachable' || code === 'store_away' || code === 'internal') return m.create_failed()
  if (code === 'not_loaded') return m.device_missing()
  return REFUSALS[code]?.() ?? (code !== '' && message !== '' ? message : m.create_failed())
}

/** The text that says why something else was refused. `failed`: the text if it may succeed later. */
export const failureText = (failure: unknown, failed: () => string): string =>
  (failure as { retry?: boolean } | null)?.retry === false ? createErrorText(failure) : failed()
