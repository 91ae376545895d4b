/**
 * Nobody plays in an embed, so it has no hints. This takes the place of lib/games/force3hints.ts
 * (scripts/embed-page.ts).
 */
export const nextStep = (): undefined => undefined
export const reasons = (): never[] => []
