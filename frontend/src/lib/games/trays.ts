/**
 * The games on a tray, tic-tac-toe and Force 3, with their components and texts. Most rooms play Connect Four, so
 * loaded.svelte.ts loads this module only when a page needs it.
 */
export { grab } from '../board/drag'
export { default as Slab } from '../board/Slab.svelte'
export { default as TileLine } from '../board/TileLine.svelte'
export { default as TileNumbers } from '../board/TileNumbers.svelte'
export { default as Tray } from '../board/Tray.svelte'
export { trayPhraseText } from './traytext'
export { force3 } from './force3'
export { tictactoe } from './tictactoe'
