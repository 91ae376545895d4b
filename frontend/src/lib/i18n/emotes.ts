/** The texts of the emotes, in the person's language. */
import { m } from '../paraglide/messages'
import type { Emote } from '../protocol/entries'

const EMOTE_TEXTS: Record<Emote, () => string> = {
  hello: m.live_emote_hello,
  luck: m.live_emote_luck,
  'well-played': m.live_emote_well_played,
  thanks: m.live_emote_thanks,
  oops: m.live_emote_oops,
  wow: m.live_emote_wow,
  thinking: m.live_emote_thinking,
  bye: m.live_emote_bye,
}

/** The text of an emote; an unknown emote keeps its identifier. */
export const emoteText = (emote: Emote): string => EMOTE_TEXTS[emote]?.() ?? emote
