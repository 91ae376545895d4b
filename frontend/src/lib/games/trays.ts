/**
 * The games on a tray, tic-tac-toe and Force 3, with their drawing and their texts. loaded.svelte.ts loads this module
 * when it is needed: most rooms play Connect Four.
 */
export { default as Slab } from '../board/Slab.svelte'
export { default as Tray } from '../board/Tray.svelte'
export { handsText, trayPhraseText } from '../i18n/traytext'
export { force3 } from './force3'
export { tictactoe } from './tictactoe'
