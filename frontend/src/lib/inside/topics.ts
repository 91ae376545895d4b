/** What the pages about minimax say: why it plays as it does, and what it cannot see. */
import { m } from '../paraglide/messages'

export const TOPICS = [
  {
    topic: 'minimax',
    title: m.topic_minimax,
    paragraphs: [m.topic_minimax_1, m.topic_minimax_2, m.topic_minimax_3, m.topic_minimax_4],
    sources: [m.source_shannon],
  },
  {
    topic: 'pruning',
    title: m.topic_pruning,
    paragraphs: [m.topic_pruning_1, m.topic_pruning_2, m.topic_pruning_3, m.topic_pruning_4],
    sources: [m.source_knuth],
  },
  {
    topic: 'horizon',
    title: m.topic_horizon,
    paragraphs: [m.topic_horizon_1, m.topic_horizon_2, m.topic_horizon_3, m.topic_horizon_4],
    sources: [m.source_shannon, m.source_berliner],
  },
] as const

export type Topic = (typeof TOPICS)[number]['topic']
