/** From what is chosen to what the hub is asked for. */
import type { Advice, RoomRequest } from '../protocol/rest'
import { cleanName } from '../protocol/tohub'
import type { Choices } from './choices'
import { variantOf } from './variant'

/** The ways to play that open a room at once. */
export type Way = 'friend' | 'ai' | 'self' | 'watch'

/**
 * The room to ask for. What does not concern a way to play is left out of it: an AI needs no advice and, playing another
 * one, no clock; only who shares a device names both.
 */
export function createOf(
  choices: Choices,
  way: Way,
  id: string,
  variants: readonly string[] = [],
): RoomRequest {
  const { starter, colour, otherColour, clock, open } = choices
  const room = { id, variant: variantOf(choices, variants), colour, other_colour: otherColour }
  const name = cleanName(choices.name) || undefined
  const played = { ...room, starter, name, clock: clock ?? undefined }
  switch (way) {
    case 'friend':
      return { ...played, opponent: 'human', advice: choices.advice, open }
    case 'ai':
      return { ...played, opponent: `ai:${choices.level}`, advice: againstAI(choices.advice), open }
    case 'self':
      return {
        ...played,
        opponent: 'self',
        advice: choices.advice,
        other_name: cleanName(choices.otherName) || undefined,
      }
    case 'watch':
      return { ...room, opponent: 'watch', levels: [...choices.levels], pace: choices.pace }
  }
}

const againstAI = (advice: Advice): Advice => (advice === '1' || advice === 'both' ? '1' : 'none')

/** What quick pairing asks for: a game as everybody knows it, so that there is somebody to play. */
export function pairOf(choices: Choices, id: string, variants: readonly string[] = []) {
  return {
    id,
    variant: variantOf(choices, variants),
    colour: choices.colour,
    name: cleanName(choices.name) || undefined,
  }
}
