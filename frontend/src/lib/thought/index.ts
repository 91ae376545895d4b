/** What shows the AI's thoughts. One file has both parts: each file that is loaded later makes the first longer. */
export { default as AIScore } from './AIScore.svelte'
export { default as WhyDialog } from './WhyDialog.svelte'
