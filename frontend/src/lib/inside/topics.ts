/** The pages about minimax: why it plays as it does, and what it cannot see. */
export const TOPICS = ['minimax', 'pruning', 'horizon'] as const

export type Topic = (typeof TOPICS)[number]
