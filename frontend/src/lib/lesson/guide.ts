/** What to tell somebody who plays Force 3 for the first time, in the order in which it can be done. */
import { kindOf } from '../games/force3hints'
import type { Kind, Position } from '../games/game'
import type { Done } from './progress'

export type Guide = 'place' | 'corner' | 'place-or-move' | 'move' | 'slide'

/** What to tell in this position, in which the person moves next; null: there is nothing new to do. */
export function guideOf({ choices, discs }: Position, done: ReadonlySet<Done>): Guide | null {
  const kinds = choices.map(({ phrase }) => kindOf(phrase))
  const has = (kind: Kind) => kinds.includes(kind)
  const isNew = (kind: Kind) => has(kind) && !done.has(kind)
  if (isNew('place')) {
    const free = 8 - discs.filter(({ cell }) => cell !== null).length
    return kinds.filter((kind) => kind === 'place').length < free ? 'corner' : 'place'
  }
  if (isNew('move')) return has('place') ? 'place-or-move' : 'move'
  return isNew('slide') ? 'slide' : null
}
