/** The texts of the emotes, in the person's language. */
import { m } from '../paraglide/messages'
import type { Emote } from '../protocol/entries'

const EMOTE_TEXTS: Record<Emote, () => string> = {
  hello: m.emote_hello,
  luck: m.emote_luck,
  'well-played': m.emote_well_played,
  thanks: m.emote_thanks,
  oops: m.emote_oops,
  wow: m.emote_wow,
  thinking: m.emote_thinking,
  bye: m.emote_bye,
}

/** The text of an emote; an unknown emote keeps its identifier. */
export const emoteText = (emote: Emote): string => EMOTE_TEXTS[emote]?.() ?? emote
