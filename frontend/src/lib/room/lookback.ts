/** Looking at an earlier position of the running game. Pure. */
import type { RoomState } from './state'

/** The position that a person looks at, and the game's length when that began. */
export interface Look {
  game: number
  /** after this many moves */
  ply: number
  /** how many moves the game had */
  count: number
}

/**
 * The ply to show; null: the present. A look ends with its game, when the position is taken back, and when it becomes
 * this page's player's turn (`canMove`): a player must see the move to answer.
 */
export function plyToShow(
  look: Look | null,
  { game, moves }: Pick<RoomState, 'game' | 'moves'>,
  canMove: boolean,
): number | null {
  if (look === null || look.game !== game || look.ply >= moves.length) return null
  return canMove && look.count !== moves.length ? null : look.ply
}
