/** What the emotes say, in the person's language. */
import { m } from '../paraglide/messages'
import type { Emote } from '../protocol/entries'

const EMOTE_WORDS: Record<Emote, () => string> = {
  hello: m.live_emote_hello,
  luck: m.live_emote_luck,
  'well-played': m.live_emote_well_played,
  thanks: m.live_emote_thanks,
  oops: m.live_emote_oops,
  wow: m.live_emote_wow,
  thinking: m.live_emote_thinking,
  bye: m.live_emote_bye,
}

/** What an emote says; one that this page does not know says its own name. */
export const emoteWords = (emote: Emote): string => EMOTE_WORDS[emote]?.() ?? emote
