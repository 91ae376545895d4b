/** How the AI came to its moves. */
import type { MoveThought } from './schemas'

export type { JudgedMove as Judged, MoveThought } from './schemas'

export type Thought = MoveThought['thought']
