/** The words and labels of the AI's thoughts, in the person's language. */
import { opponentTurns, ownTurns } from '../analysis/value'
import type { BoardLabel } from '../board/board'
import { language } from '../i18n/locale.svelte'
import { m } from '../paraglide/messages'
import type { Judged, Thought } from '../protocol/thoughts'

/** Whether the AI knew the exact values. A move without `mate` is then a draw. */
const isExact = ({ depth }: Thought): boolean => depth === undefined

const endText = (mate: number): string =>
  mate > 0
    ? m.analysis_move_wins({ count: ownTurns(mate) })
    : m.analysis_move_loses({ count: opponentTurns(-mate) })

const signed = (n: number): string => (n > 0 ? `+${n}` : `−${-n}`)

/** What a move is worth to the side that plays it. */
export function worthText(judged: Judged, thought: Thought): string {
  const { points = 0, mate = 0, most = false } = judged
  if (mate < 0 && most) return m.analysis_move_loses_within({ count: opponentTurns(-mate) })
  if (mate !== 0) return most ? m.thought_at_best({ worth: endText(mate) }) : endText(mate)
  if (isExact(thought)) return most ? m.analysis_move_limited() : m.analysis_move_draws()
  if (points === 0) return most ? m.thought_at_best({ worth: m.thought_even() }) : m.thought_even()
  const worth = m.thought_points({ points: signed(points) })
  return most ? m.thought_most({ worth }) : worth
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
    const [worth, missed] = [worthText(judged, thought), missedText(judged)]
    const key = JSON.stringify([worth, missed, judged.move === played])
    const row = rows.get(key)
    if (row) row.moves.push(judged.move)
    else rows.set(key, { moves: [judged.move], worth, missed })
  }
  return [...rows.values()]
}

/** The certain end that the level overlooked; empty: none. */
export const missedText = ({ missed = 0 }: Judged): string =>
  missed === 0 ? '' : m.thought_missed({ end: endText(missed) })

/** How far the AI looked ahead, with the number of positions and the time. */
export function searchText(thought: Thought): string {
  const nodes = new Intl.NumberFormat(language.now).format(thought.nodes)
  const { depth, ms } = thought
  return depth === undefined ? m.thought_exact({ nodes, ms }) : m.thought_depth({ depth, nodes, ms })
}

/** A number by which moves can be compared: the greater, the better. */
export function rankOf({ points = 0, mate = 0 }: Judged): number {
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
    const { points = 0, mate = 0 } = judged
    const label = { move: judged.move, best: rankOf(judged) === top, rank: rankOf(judged) }
    const words = [worthText(judged, thought), missedText(judged)].filter((text) => text !== '').join(', ')
    if (mate > 0) return { ...label, words, text: `+${ownTurns(mate)}`, sign: '+', tone: 'good' }
    if (mate < 0) return { ...label, words, text: `−${opponentTurns(-mate)}`, sign: '−', tone: 'bad' }
    if (isExact(thought)) return { ...label, words, text: '=', sign: '=', tone: 'even' }
    const sign = points > 0 ? '↑' : points < 0 ? '↓' : '~'
    return { ...label, words, text: `${sign}${Math.abs(points) || ''}`, sign, tone: 'open' }
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
