/**
 * The pages that people open from another page. They are loaded in two steps: otherwise the shell, which every visit
 * loads, would have the lists of their files.
 */
export const stats = () => import('./Stats.svelte').then((page) => page.default)
export const analysis = () => import('./Analysis.svelte').then((page) => page.default)
export const inside = () => import('./Inside.svelte').then((page) => page.default)
export const rules = () => import('./Rules.svelte').then((page) => page.default)
export const replay = () => import('./Replay.svelte').then((page) => page.default)
