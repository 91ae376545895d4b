/** The value of a position or a move. */
import type { Analysis } from './schemas'

export type { GameValue as Result, Value } from './schemas'

export type MoveValue = Analysis['moves'][number]
