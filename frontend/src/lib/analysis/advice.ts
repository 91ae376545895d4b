/** The words for the advice in a room, with its value. Loaded with the first advice. */
import { gameOf } from '../games'
import { adviceText } from '../i18n/roomnews'
import type { RoomState } from '../room/state'
import { holdsOutText } from './coach'
import { moveValueText } from './text'
import { isUnknown, kindOf } from './value'

/** `Advice: column 4, wins in 5 moves`. In a lost position it says what the move is good for. */
export function valuedAdvice(room: RoomState): string {
  const { advised } = room
  if (!advised?.value || advised.only || isUnknown(advised.value)) return adviceText(room)
  const game = gameOf(room.variant)
  if (game && kindOf(advised.value) === 'loss') return holdsOutText(game, advised.move)
  return `${adviceText(room)}, ${moveValueText(advised.value)}`
}
