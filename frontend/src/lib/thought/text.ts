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
  const worth =
    mate !== 0
      ? endText(mate)
      : isExact(thought)
        ? m.analysis_move_draws()
        : points === 0
          ? m.thought_even()
          : m.thought_points({ points: signed(points) })
  return most ? m.thought_most({ worth }) : worth
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

/** Whether the AI played a move that it judged worse than another. */
export function playedWorse(thought: Thought, move: string): boolean {
  const played = thought.moves.find((judged) => judged.move === move)
  return played !== undefined && thought.moves.some((judged) => rankOf(judged) > rankOf(played))
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
