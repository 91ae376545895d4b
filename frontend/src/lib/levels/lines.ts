/** A line about each AI level, in the person's language. docs/teach/levels.md says what each line means exactly. */
import { m } from '../paraglide/messages'

/** Where the best level is exact, the line says what the one who plays against it can get. */
const PERFECT: Partial<Record<string, 'first' | 'draw'>> = {
  'connect4:7x6:4': 'first',
  tictactoe: 'draw',
  force3: 'first',
  'force3:placed': 'first',
  'force3:fair': 'draw',
  'force3:placed:fair': 'draw',
  'force3:report': 'draw',
}

/** What to expect of a level in a game. All custom levels have one line. */
export function levelLine(level: string, variant: string): string {
  const inTicTacToe = variant === 'tictactoe' && (level === 'strong' || level === 'expert')
  // A row of three has no gap that a level would overlook.
  const isSmall = level === 'easy' && !variant.startsWith('connect4')
  const of = inTicTacToe ? 'tictactoe' : isSmall ? 'small' : level === 'perfect' ? PERFECT[variant] : ''
  return m.level_line({ level: of ? `${level}-${of}` : level })
}
