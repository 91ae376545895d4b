/** The texts of refused commands, in the person's language. Loaded on the first refusal. */
import { m } from '../paraglide/messages'
import type { Refusal } from '../room/state'

/** The messages refused_CODE. */
const texts = import.meta.glob<Record<string, () => string>>('../paraglide/messages/refused_*.js', {
  eager: true,
})

/** Why a command was refused. For an unknown code it is the hub's English text. */
export function refusalText({ code, text }: Refusal): string {
  if (code === 'too_many_sockets') return m.unavailable_limit_text()
  const name = `refused_${code}`
  return texts[`../paraglide/messages/${name}.js`]?.[name]?.() ?? (text || m.refused_unknown({ code }))
}
