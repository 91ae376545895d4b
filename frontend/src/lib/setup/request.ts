/** Builds requests to the hub from the chosen options. */
import type { Advice, PairRequest, RoomRequest } from '../protocol/rest'
import { cleanName } from './nickname'
import type { Choices } from './choices'
import { variantOf } from './variant'

/** The play modes that open a room at once. `others`: two others play, for a class. */
export type PlayMode = 'friend' | 'ai' | 'self' | 'watch' | 'others'

/**
 * The request for a new room. Options that do not apply to the mode are left out: an AI gets no advice, AI against AI has
 * no clock, and only pass and play has a second nickname.
 */
export function roomRequest(choices: Choices, mode: PlayMode, id: string): RoomRequest {
  const { starter, colour, otherColour, clock, open } = choices
  const spectators = choices.spectators ? undefined : false
  const room = { id, variant: variantOf(choices), colour, other_colour: otherColour, spectators }
  const name = cleanName(choices.name) || undefined
  const humanRoom = { ...room, starter, name, clock: clock ?? undefined }
  switch (mode) {
    case 'friend':
      return { ...humanRoom, opponent: 'human', advice: choices.advice, open }
    case 'ai':
      return {
        ...humanRoom,
        opponent: `ai:${choices.level}`,
        advice: adviceAgainstAI(choices.advice),
        thoughts: choices.thoughts || undefined,
        open,
      }
    case 'self':
      return {
        ...humanRoom,
        opponent: 'self',
        advice: choices.advice,
        other_name: cleanName(choices.otherName) || undefined,
      }
    case 'others':
      return { ...humanRoom, opponent: 'others', name: undefined, open: true, spectators: undefined }
    case 'watch':
      return { ...room, opponent: 'watch', levels: [...choices.levels], pace: choices.pace }
  }
}

const adviceAgainstAI = (advice: Advice): Advice => (advice === '1' || advice === 'both' ? '1' : 'none')

/** The request for quick pairing. It leaves out the clock and similar options, so that it matches more requests. */
export function pairRequest(choices: Choices, id: string): PairRequest {
  return {
    id,
    variant: variantOf(choices),
    colour: choices.colour,
    name: cleanName(choices.name) || undefined,
  }
}
