/** The words and labels of the AI's thoughts, in the person's language. */
import { markOf } from '../analysis/labels'
import { moveValueText, signedNumber } from '../analysis/text'
import { opponentTurns } from '../analysis/value'
import type { BoardLabel } from '../board/board'
import { numberText } from '../i18n/numbers'
import { m } from '../paraglide/messages'
import type { Judged, MoveThought, Thought } from '../protocol/thoughts'
import type { Result, Value } from '../protocol/value'

/** Whether the AI knew the exact values. A move without `mate` is then a draw. */
const isExact = ({ depth }: Thought): boolean => depth === undefined

/** What a move is worth, as the analysis says it. A limit is left out. */
function valueOf({ points = 0, mate = 0 }: Judged, thought: Thought): Value {
  if (mate === 0 && !isExact(thought)) return { low: null, high: null, estimate: points }
  const result: Result =
    mate === 0 ? { result: 'draw' } : { result: mate > 0 ? 'win' : 'loss', plies: Math.abs(mate) }
  return { low: result, high: result }
}

/** What a move is worth to the side that plays it. */
export function worthText(judged: Judged, thought: Thought): string {
  const { points = 0, mate = 0, most = false } = judged
  const value = valueOf(judged, thought)
  if (mate > 0 && most) return m.thought_at_best({ worth: moveValueText(value) })
  if (mate !== 0 || isExact(thought)) return moveValueText(most ? { ...value, low: null } : value)
  if (points === 0) return most ? m.thought_at_best({ worth: m.thought_even() }) : m.thought_even()
  const worth = m.thought_points({ count: Math.abs(points), points: signedNumber(points) })
  return most ? m.thought_most({ worth }) : worth
}

/** What the AI's move is worth to the AI: a number, unless it knows how the game ends. */
export function scoreText({ move, thought }: MoveThought): string {
  const judged = thought.moves.find((one) => one.move === move) ?? { move }
  return judged.mate || isExact(thought) ? worthText(judged, thought) : signedNumber(judged.points ?? 0)
}

/**
 * Whether the AI did not look for all exact values: a text says "at most" or "at best". A move that loses on the next
 * turn at the latest loses on the next turn.
 */
export const isBounded = ({ moves }: Thought): boolean =>
  moves.some(({ mate = 0, most }) => most && (mate >= 0 || opponentTurns(-mate) > 1))

/** A row of the table: moves that are worth the same. The played move has a row of its own. */
export interface Row {
  moves: readonly string[]
  worth: string
  missed: string
}

/** The moves as rows, in the order of the first move of each. */
export function rowsOf(thought: Thought, played: string): Row[] {
  const rows = new Map<string, Row & { moves: string[] }>()
  for (const judged of thought.moves) {
    const [worth, missed] = [worthText(judged, thought), missedText(judged, thought)]
    const key = JSON.stringify([worth, missed, judged.move === played])
    const row = rows.get(key)
    if (row) row.moves.push(judged.move)
    else rows.set(key, { moves: [judged.move], worth, missed })
  }
  return [...rows.values()]
}

/** The certain end that the level overlooked; empty: none. */
export const missedText = ({ move, missed = 0 }: Judged, thought: Thought): string =>
  missed === 0 ? '' : m.thought_missed({ end: moveValueText(valueOf({ move, mate: missed }, thought)) })

/** Why the level played the move, in a few words; empty: its score says so. */
export function reasonText({ move, thought }: MoveThought): string {
  const played = thought.moves.find((one) => one.move === move)
  const { mate = 0 } = played ?? {}
  if (!played || mate > 0 || (thought.moves.length === 1 && !thought.more)) return ''
  if (played.missed) return missedText(played, thought)
  if (mate < 0) return m.thought_reason_last()
  if (!thought.more && thought.moves.every((one) => one === played || one.mate === LOST_NEXT))
    return m.thought_reason_only()
  const points = worseBy(thought, move)
  return points > 0 ? m.thought_reason_near({ points }) : m.thought_reason_best()
}

/** How far the AI looked ahead, with the number of positions and the time. */
export function searchText(thought: Thought): string {
  const { depth, ms } = thought
  const nodes = numberText(thought.nodes)
  return depth === undefined ? m.thought_exact({ nodes, ms }) : m.thought_depth({ depth, nodes, ms })
}

/** `mate` of a move after which the opponent wins with the next one. */
const LOST_NEXT = -2

/** A number by which moves can be compared: the greater, the better. */
function rankOf({ points = 0, mate = 0 }: Judged): number {
  const CERTAIN = 1e6
  return mate > 0 ? CERTAIN - mate : mate < 0 ? -CERTAIN - mate : points
}

/**
 * How many points the AI thought its move worse than the best. It is 0 if one of the two is certain: a level then plays
 * the best.
 */
export function worseBy(thought: Thought, move: string): number {
  const played = thought.moves.find((judged) => judged.move === move)
  if (!played || played.mate || thought.moves.some(({ mate = 0 }) => mate > 0)) return 0
  const open = thought.moves.filter(({ mate }) => !mate)
  return Math.max(...open.map(({ points = 0 }) => points)) - (played.points ?? 0)
}

/** The labels of the board: `+2` wins in 2 moves, `−1` loses in 1, `=` draws; `↑12`, `↓12` are points. */
export function thoughtLabels(thought: Thought): BoardLabel[] {
  const top = Math.max(...thought.moves.map(rankOf))
  return thought.moves.map((judged) => {
    const rank = rankOf(judged)
    const words = [worthText(judged, thought), missedText(judged, thought)]
      .filter((text) => text !== '')
      .join(', ')
    return { move: judged.move, ...markOf(valueOf(judged, thought)), best: rank === top, rank, words }
  })
}

/** What the signs of the labels mean, in the order of the table. */
const SIGNS = new Map<string, () => string>([
  ['+', m.thought_sign_wins],
  ['↑', m.thought_sign_up],
  ['~', m.thought_sign_even],
  ['=', m.thought_sign_draw],
  ['↓', m.thought_sign_down],
  ['−', m.thought_sign_loses],
])

/** What the signs on the board mean, those that are there. */
export function legendText(thought: Thought): string {
  const seen = new Set(thoughtLabels(thought).map(({ sign }) => sign))
  return [...SIGNS].flatMap(([sign, words]) => (seen.has(sign) ? `${sign} ${words()}` : [])).join(' · ')
}
