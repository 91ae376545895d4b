/** The icons of the emotes, as paths on a grid of 24. */
import type { Emote } from '../../protocol/entries'

const FACE = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z'
const EYES = 'M8.7 10v.2M15.3 10v.2'
const SMILE = 'M8 14c.9 1.8 2.3 2.7 4 2.7s3.1-.9 4-2.7'
const PATHS: Record<Emote, string> = {
  hello: FACE + EYES + SMILE,
  luck:
    'M12 11.5C9.5 11 7 9 8 6.5c.8-2 3.4-1.5 4 1 .6-2.5 3.2-3 4-1 1 2.5-1.5 4.5-4 5z' +
    'M12 11.5c.5 2.5-.5 5-3 5-2.2 0-2.5-2.7-.5-4M12 11.5c-.5 2.5.5 5 3 5 2.2 0 2.5-2.7.5-4M12 12c0 4 .3 6.5 2 8.5',
  'well-played': 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
  thanks: 'M12 20C5 15 3.5 11.5 3.5 9A4.4 4.4 0 0 1 12 7.4 4.4 4.4 0 0 1 20.5 9c0 2.5-1.5 6-8.5 11z',
  oops: FACE + EYES + 'M8 16c1-1.4 1.9-1.4 2.7 0s1.7 1.4 2.6 0 1.7-1.4 2.7 0',
  wow: FACE + EYES + 'M12 13.2a1.9 2.1 0 1 0 0 4.2a1.9 2.1 0 1 0 0-4.2z',
  thinking: FACE + 'M9.5 9.5v.2M15.7 9.5v.2M13.8 6.8l3-.5M9.5 16l5-1.2',
  bye:
    'M7 13.5V7.3a1.4 1.4 0 0 1 2.8 0V11M9.8 10.5V5a1.4 1.4 0 0 1 2.8 0v5.5M12.6 10.5V6a1.4 1.4 0 0 1 2.8 0v5.5' +
    'M15.4 11.5V9a1.4 1.4 0 0 1 2.8 0v5.5c0 4-2.5 6.5-6 6.5-3 0-4.5-1.3-6-4l-2.1-3.5a1.4 1.4 0 0 1 2.3-1.5L7 13.5',
}

/** The icon of an emote; of an unknown emote, a face. */
export const emoteIcon = (emote: Emote): string => PATHS[emote] ?? FACE
